import QRCode from "qrcode";

/** The address as a QR code in a data: URL. */
export async function drawQrCode(address: string): Promise<string> {
  const svg = await QRCode.toString(address, { type: "svg", margin: 2, errorCorrectionLevel: "M" });
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
