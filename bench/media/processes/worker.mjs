/**
 * A forwarder as a media worker would be: it offers each person a connection, takes their voice and picture, and gives the three
 * loudest voices and the four pictures last spoken for to all. One numbering for each line: a packet is written anew once, not for each receiver.
 */
import * as native from "node-datachannel";
import { asksForKeyFrame, beginsKeyFrame, isControl, LEVEL_ID, loudnessOf, OPUS, VP8 } from "./rtp.mjs";

const VOICES = 3;
const PICTURES = 4;
/** How often the loudest are chosen, in ms. */
const CHOICE_MS = 20;
/** A voice is loud enough from here; another takes its place when it is so much louder. */
const AUDIBLE = 20;
const MARGIN = 6;
/** Share of a packet in the loudness of its person: a first word counts at once, a breath between words does not end it. */
const RISE = 0.5;
const FALL = 0.02;
/** Shortest time between two requests for a key frame of one picture, in ms. */
const KEY_FRAME_MS = 300;

const port = Number(process.env.MEDIA_PORT);
const members = new Map();
const counts = { in: 0, out: 0, refused: 0, control: 0, keyFrames: 0, choices: 0 };

/** A line to all: what is sent on it comes from one person at a time. */
const lineOf = (kind, ssrc, step) => ({
	kind,
	ssrc,
	step,
	source: null,
	receivers: new Map(),
	seq: 0,
	timestamp: 0,
	isNew: false,
	askedAtMs: 0,
});
const voices = Array.from({ length: VOICES }, (_, n) => lineOf("voice", 1001 + n, 960));
const pictures = Array.from({ length: PICTURES }, (_, n) => lineOf("picture", 2001 + n, 9000));
const lines = [...voices, ...pictures];

function forward(line, packet, from) {
	const seq = packet.readUInt16BE(2);
	const timestamp = packet.readUInt32BE(4);
	if (line.isNew) {
		if (line.kind === "picture" && !beginsKeyFrame(packet)) return askForKeyFrame(line);
		line.seqDelta = line.seq + 1 - seq;
		line.timestampDelta = line.timestamp + line.step - timestamp;
		line.isNew = false;
	}
	line.seq = (seq + line.seqDelta) & 0xffff;
	line.timestamp = (timestamp + line.timestampDelta) >>> 0;
	packet.writeUInt32BE(line.timestamp, 4);
	packet.writeUInt32BE(line.ssrc, 8);
	for (const receiver of line.receivers.values()) {
		// Not one's own; the numbers of the others close up behind it.
		if (receiver.id === from.id) {
			receiver.skipped++;
			continue;
		}
		packet.writeUInt16BE((line.seq - receiver.skipped) & 0xffff, 2);
		if (receiver.track.isOpen() && receiver.track.sendMessageBinary(packet)) counts.out++;
		else counts.refused++;
	}
}

function askForKeyFrame(line) {
	const nowMs = performance.now();
	if (line.source === null || nowMs - line.askedAtMs < KEY_FRAME_MS) return;
	line.askedAtMs = nowMs;
	counts.keyFrames++;
	line.source.camera.requestKeyframe();
}

function take(member, kind, packet) {
	if (packet.length < 12) return;
	if (isControl(packet)) {
		counts.control++;
		return;
	}
	counts.in++;
	if (kind === "voice") {
		const loudness = loudnessOf(packet);
		member.loudness += (loudness - member.loudness) * (loudness > member.loudness ? RISE : FALL);
	}
	const line = member[kind];
	if (line !== null) forward(line, packet, member);
}

function give(line, member) {
	if (line.source !== null) line.source[line.kind] = null;
	Object.assign(line, { source: member, isNew: true, askedAtMs: 0 });
	member[line.kind] = line;
	counts.choices++;
	if (line.kind === "picture") askForKeyFrame(line);
}

function choose() {
	const loudest = [...members.values()]
		.filter(({ isConnected }) => isConnected)
		.sort((a, b) => b.loudness - a.loudness);
	for (const line of voices) {
		const other = loudest.find(({ voice }) => voice === null);
		if (!other || other.loudness < AUDIBLE) return;
		if (line.source !== null && other.loudness < line.source.loudness + MARGIN) continue;
		give(line, other);
		if (other.picture !== null || !other.hasPicture) continue;
		const free = pictures.find(({ source }) => source === null) ?? pictures.find(({ source }) => source.voice === null);
		if (free) give(free, other);
	}
}

/** The longest that work has waited for this process, in ms, since the last question. */
let lagMs = 0;
let dueMs = performance.now();
setInterval(() => {
	lagMs = Math.max(lagMs, performance.now() - dueMs);
	dueMs = performance.now() + CHOICE_MS;
	choose();
}, CHOICE_MS);

function add(member, media, codec, onPacket) {
	codec(media);
	const track = member.connection.addTrack(media);
	track.onMessage(onPacket);
	member.tracks.push(track);
	return track;
}

function send(member, line, n) {
	const isVoice = line.kind === "voice";
	const media = isVoice ? new native.Audio(`${2 + n}`, "SendOnly") : new native.Video(`${2 + VOICES + n}`, "SendOnly");
	const name = `${line.kind}${n}`;
	media.addSSRC(line.ssrc, name, name, name);
	const track = add(member, media, isVoice ? (it) => it.addOpusCodec(OPUS) : (it) => it.addVP8Codec(VP8), (packet) => {
		counts.control++;
		if (isControl(packet) && asksForKeyFrame(packet)) askForKeyFrame(line);
	});
	const config = new native.RtpPacketizationConfig(line.ssrc, name, isVoice ? OPUS : VP8, isVoice ? 48_000 : 90_000);
	const reporter = new native.RtcpSrReporter(config);
	if (!isVoice) reporter.addToChain(new native.RtcpNackResponder());
	track.setMediaHandler(reporter);
	line.receivers.set(member.id, { id: member.id, track, skipped: 0 });
}

function join({ id, hasPicture }) {
	const mux = port > 0 ? { enableIceUdpMux: true, portRangeBegin: port, portRangeEnd: port } : {};
	const connection = new native.PeerConnection(id, { iceServers: [], disableAutoNegotiation: true, ...mux });
	const member = {
		id,
		connection,
		hasPicture,
		loudness: 0,
		voice: null,
		picture: null,
		isConnected: false,
		tracks: [],
	};
	members.set(id, member);
	const microphone = new native.Audio("0", "RecvOnly");
	microphone.parseSdpLine(`a=extmap:${LEVEL_ID} urn:ietf:params:rtp-hdrext:ssrc-audio-level`);
	add(
		member,
		microphone,
		(it) => it.addOpusCodec(OPUS),
		(packet) => take(member, "voice", packet),
	).setMediaHandler(new native.RtcpReceivingSession());
	member.camera = add(
		member,
		new native.Video("1", "RecvOnly"),
		(it) => it.addVP8Codec(VP8),
		(packet) => take(member, "picture", packet),
	);
	member.camera.setMediaHandler(new native.RtcpReceivingSession());
	for (const [n, line] of voices.entries()) send(member, line, n);
	for (const [n, line] of pictures.entries()) send(member, line, n);
	connection.onStateChange((state) => {
		member.isConnected = state === "connected";
		process.send({ id, state });
		if (state === "failed" || state === "closed") leave(id);
	});
	connection.onGatheringStateChange((state) => {
		if (state === "complete") process.send({ id, offer: connection.localDescription() });
	});
	connection.setLocalDescription("offer");
}

function leave(id) {
	const member = members.get(id);
	if (!member) return;
	members.delete(id);
	for (const line of lines) {
		line.receivers.delete(id);
		if (line.source === member) line.source = null;
	}
	member.connection.close();
}

/** Takes an answer; one that the library does not understand ends its connection, not this process. */
function answer({ id, answer: { sdp } }) {
	try {
		members.get(id)?.connection.setRemoteDescription(sdp, "answer");
	} catch {
		leave(id);
	}
}

process.on("message", (message) => {
	if (message.join) join(message.join);
	else if (message.leave) leave(message.leave);
	else if (message.answer) answer(message);
	else if (message.ask) {
		const connected = [...members.values()].filter(({ isConnected }) => isConnected).length;
		const { user, system } = process.cpuUsage();
		const load = { lagMs, cpuMs: (user + system) / 1_000, mib: process.memoryUsage.rss() / 2 ** 20 };
		process.send({ reply: message.ask, values: { ...counts, ...load, connected } });
		lagMs = 0;
	}
});
// Without its benchmark it has no purpose.
process.on("disconnect", () => process.exit());
process.send({ ready: true });
