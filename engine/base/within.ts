/** True for a place itself and for what lies in it: "pay/start/otherwise" is within "pay/start" and within "pay". */
export const isWithin = (place: string, whole: string): boolean => place === whole || place.startsWith(`${whole}/`);
