import QRCode from "qrcode";

/** An address as a QR code, a data: picture. */
export async function drawQrCode(address: string): Promise<string> {
  const svg = await QRCode.toString(address, { type: "svg", margin: 2, errorCorrectionLevel: "M" });
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
