import { encode } from "uqr";

/** Light modules around the code that readers need to find it. */
const QUIET = 4;

/** A QR code; `label` says what it is for those who cannot scan it. */
export function QrCode({ text, label }: { text: string; label: string }) {
	const { data, size } = encode(text, { ecc: "M", border: QUIET });
	const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
	return (
		<svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
			<path d={path} />
		</svg>
	);
}
