/**
 * Returns a session description without what it says of codecs that its lines do not have: Firefox keeps the feedback of those
 * that `setCodecPreferences` has put aside, and Chromium refuses such a description.
 */
export function withOwnCodecs(sdp: string): string {
	let formats = new Set<string | undefined>();
	const lines = sdp.split("\r\n").filter((line) => {
		if (line.startsWith("m=")) formats = new Set(line.split(" ").slice(3));
		const format = /^a=(?:rtpmap|fmtp|rtcp-fb):(\d+)/.exec(line);
		return format === null || formats.has(format[1]);
	});
	return lines.join("\r\n");
}
