/**
 * Content types that the server can inspect, so that a file field may accept them. Some devices send "image/jpg" for
 * JPEG.
 */
export const fileTypes = ["image/jpeg", "image/jpg", "image/png", "application/pdf"] as const;
