/** True for the same place and for a place below it: "pay/start/otherwise" is within "pay/start" and "pay". */
export const isWithin = (place: string, whole: string): boolean => place === whole || place.startsWith(`${whole}/`);
