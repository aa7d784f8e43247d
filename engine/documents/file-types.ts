/** Content types that a file field may take: those that the server can look into. "image/jpg" is how some devices say JPEG. */
export const fileTypes = ["image/jpeg", "image/jpg", "image/png", "application/pdf"] as const;
