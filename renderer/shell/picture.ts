/** Takes away what the server drew of the page (server/api/picture), once what stands in its place can be seen: a layout effect does, so that no frame shows both or neither. */
export const takePictureAway = (): void => document.getElementById("picture")?.remove();
