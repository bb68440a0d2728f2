/** What one line of a session description may be, by what it begins with; whole, between the beginning and the end. */
const NUMBER = String.raw`\d{1,10}`;
const ADDRESS = "IN IP[46] [0-9a-fA-F:.]{2,45}";
const UUID = String.raw`\{?[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\}?`;
/** Random text that browsers make. */
const ICE_TEXT = "[A-Za-z0-9+/]";
const MIDS = "(?: [A-Za-z0-9]{1,8}){0,16}";
const DIRECTION = "sendrecv|sendonly|recvonly|inactive";
const CODEC = "opus|red|G722|PCMU|PCMA|CN|telephone-event|ISAC|ILBC|L16|VP8|VP9|AV1|H264|H265|rtx|ulpfec|flexfec-03";
const PARAMETER = `(?:${[
	"apt|cbr|fb|id|level-asymmetry-allowed|level-id|level-idx|max-fr|max-fs|maxaveragebitrate|maxplaybackrate|minptime",
	"packetization-mode|profile|profile-id|profile-level-id|repair-window|sprop-maxcapturerate|sprop-stereo|stereo",
	"tier|tier-flag|tx-mode|usedtx|useinbandfec",
].join("|")})=(?:[0-9a-fA-F]{1,10}|SRST|MRST|MRMT)`;
const FEEDBACK = "goog-remb|transport-cc|ccm fir|ccm tmmbr|nack|nack pli|rrtr";
const SOURCE_ID = `${ICE_TEXT}{16}|${UUID}`;
const RID = "[A-Za-z0-9]{1,16}";

/** Extensions of headers that browsers agree on. */
const EXTENSIONS: ReadonlySet<string> = new Set([
	"http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01",
	"http://www.webrtc.org/experiments/rtp-hdrext/abs-capture-time",
	"http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time",
	"http://www.webrtc.org/experiments/rtp-hdrext/color-space",
	"http://www.webrtc.org/experiments/rtp-hdrext/corruption-detection",
	"http://www.webrtc.org/experiments/rtp-hdrext/playout-delay",
	"http://www.webrtc.org/experiments/rtp-hdrext/transport-wide-cc-02",
	"http://www.webrtc.org/experiments/rtp-hdrext/video-content-type",
	"http://www.webrtc.org/experiments/rtp-hdrext/video-layers-allocation00",
	"http://www.webrtc.org/experiments/rtp-hdrext/video-timing",
	"https://aomediacodec.github.io/av1-rtp-spec/#dependency-descriptor-rtp-header-extension",
	"urn:3gpp:video-orientation",
	"urn:ietf:params:rtp-hdrext:csrc-audio-level",
	"urn:ietf:params:rtp-hdrext:encrypt",
	"urn:ietf:params:rtp-hdrext:sdes:mid",
	"urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id",
	"urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id",
	"urn:ietf:params:rtp-hdrext:ssrc-audio-level",
	"urn:ietf:params:rtp-hdrext:toffset",
]);
const EXTENSION = /^a=extmap:\d{1,3}(?:\/(?:sendrecv|sendonly|recvonly|inactive))? (\S{1,120})$/;

/** A candidate without `candidate:`; the address is one of the network, or what browsers write in its place. */
const CANDIDATE = String.raw`\d{1,12} [12] (?:udp|UDP|tcp|TCP) ${NUMBER} (?:[0-9a-fA-F:.]{2,45}|${UUID}\.local) \d{1,5} typ (?:host|srflx|prflx|relay)(?: raddr (?:[0-9a-fA-F:.]{2,45}|${UUID}\.local) rport \d{1,5})?(?: tcptype (?:active|passive|so))?(?: generation \d{1,3})?(?: ufrag ${ICE_TEXT}{4,32})?(?: network-id \d{1,3})?(?: network-cost \d{1,4})?`;

/** Lines of descriptions that browsers make. None of them carries a text that a person has written. */
const LINES = [
	"v=0",
	// The names are those of browsers.
	String.raw`o=(?:-|mozilla\.\.\.THIS_IS_SDPARTA-[0-9.]{1,12}) \d{1,20} \d{1,10} ${ADDRESS}`,
	"s=(?:-| )",
	"t=0 0",
	`c=${ADDRESS}`,
	`b=(?:AS|TIAS|CT):${NUMBER}`,
	String.raw`m=(?:audio|video) \d{1,5} UDP/TLS/RTP/SAVPF(?: \d{1,3}){1,64}`,
	`a=group:BUNDLE${MIDS}`,
	"a=bundle-only",
	"a=extmap-allow-mixed",
	`a=msid-semantic: ?WMS(?: (?:\\*|-|${UUID})){0,8}`,
	`a=ice-ufrag:${ICE_TEXT}{4,32}`,
	`a=ice-pwd:${ICE_TEXT}{22,64}`,
	"a=ice-options:(?:trickle|renomination|ice2)(?: (?:trickle|renomination|ice2)){0,2}",
	"a=ice-lite",
	"a=fingerprint:sha-(?:1|256|384|512) [0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){19,63}",
	"a=setup:(?:actpass|active|passive)",
	"a=mid:[A-Za-z0-9]{1,8}",
	`a=(?:${DIRECTION})`,
	`a=msid:(?:-|${UUID})(?: ${UUID})?`,
	"a=rtcp-(?:mux|mux-only|rsize)",
	"a=rtcp-xr:rcvr-rtt=(?:all|sender)",
	String.raw`a=rtcp:\d{1,5}(?: ${ADDRESS})?`,
	String.raw`a=rtpmap:\d{1,3} (?:${CODEC})/\d{4,6}(?:/\d)?`,
	String.raw`a=fmtp:\d{1,3} (?:${PARAMETER}(?:; ?${PARAMETER}){0,11}|\d{1,3}(?:/\d{1,3}){1,3}|\d{1,3}-\d{1,3}(?:,\d{1,3}){0,4})`,
	String.raw`a=rtcp-fb:(?:\d{1,3}|\*) (?:${FEEDBACK})`,
	`a=ssrc:${NUMBER} (?:cname:(?:${SOURCE_ID})|msid:(?:-|${UUID}) ${UUID})`,
	`a=ssrc-group:(?:FID|SIM|FEC|FEC-FR)(?: ${NUMBER}){2,8}`,
	`a=rid:${RID} (?:send|recv)`,
	`a=simulcast:(?:send|recv) ~?${RID}(?:;~?${RID}){0,3}`,
	String.raw`a=(?:maxptime|ptime):\d{1,4}`,
	`a=candidate:${CANDIDATE}`,
	"a=end-of-candidates",
];
const LINE = new RegExp(`^(?:${LINES.join("|")})$`);
const CANDIDATE_TEXT = new RegExp(`^(?:a=)?candidate:${CANDIDATE}(?= |$)`);

/** Lines of a description, at most: more than 20 tracks with all codecs have. */
const MAX_LINES = 1_200;

/** Returns the lines of a description; that it ends with a line break is no line. */
const linesOf = (sdp: string): string[] => sdp.replace(/\r?\n$/, "").split(/\r?\n/);

/**
 * Returns a description as it is passed on: without attributes that are not known, or not as browsers write them. Those that a
 * browser knows and the other does not are ignored anyway, and the next version of one may have more.
 * Null: it has another line that none of them writes.
 */
export function cleanDescription(sdp: string): string | null {
	const lines = linesOf(sdp);
	if (lines.length > MAX_LINES || lines[0] !== "v=0") return null;
	const isKnown = (line: string): boolean => {
		const extension = EXTENSION.exec(line)?.[1];
		return extension === undefined ? LINE.test(line) : EXTENSIONS.has(extension);
	};
	const kept = lines.filter(isKnown);
	if (kept.length === lines.length) return sdp;
	return lines.every((line) => line.startsWith("a=") || isKnown(line)) ? `${kept.join("\r\n")}\r\n` : null;
}

/** Returns a candidate as it is passed on, without extensions that are not known. Null: it is none. */
export const cleanCandidate = (candidate: string): string | null =>
	candidate === "" ? "" : (CANDIDATE_TEXT.exec(candidate)?.[0] ?? null);

/** Whether a description says that its sender sends pictures. */
export function sendsPictures(sdp: string): boolean {
	let isVideo = false;
	/** A line with port 0 was refused, or comes together with the others (RFC 9143, 6). */
	let isRefused = false;
	let ofSession = true;
	let ofAll = "sendrecv";
	let direction: string | null = null;
	let sends = false;
	const close = (): void => {
		if (isVideo && !isRefused && (direction ?? ofAll).startsWith("send")) sends = true;
	};
	for (const line of linesOf(sdp)) {
		if (line.startsWith("m=")) {
			close();
			ofSession = false;
			direction = null;
			isVideo = line.startsWith("m=video ");
			isRefused = /^m=\S+ 0+ /.test(line);
		}
		if (line === "a=bundle-only") isRefused = false;
		const [, said] = /^a=(sendrecv|sendonly|recvonly|inactive)$/.exec(line) ?? [];
		if (said !== undefined && ofSession) ofAll = said;
		else if (said !== undefined) direction = said;
	}
	close();
	return sends;
}
