/** People who are not there: each sends a voice, and a picture if asked to, and counts what arrives of whom. A child process of tests. */
import { loadNative, type NativeConnection, type NativeTrack } from "#adapters/forwarding/native";
import { isControl, OPUS, readFeedback, VP8 } from "#adapters/forwarding/rtp";
import type { CrowdMessage, CrowdReply, Received } from "./forwarded-people.ts";

const PACKET_MS = 20;
const PICTURE_MS = 100;
const native = loadNative();
if (native === null) throw new Error("the library is not installed");
const { PeerConnection, Audio, Video } = native;

interface Person {
	readonly connection: NativeConnection;
	readonly microphone: NativeTrack;
	readonly camera: NativeTrack;
	readonly index: number;
	readonly tracks: NativeTrack[];
	received: {
		heard: Record<string, number>;
		seen: Record<string, number>;
		lastMs: number;
		lastHeardMs: number;
		delayMs: number;
	};
	loudness: number | null;
	isFilming: boolean;
	burst: number;
	isConnected: boolean;
	seq: number;
	pictureSeq: number;
	owesKeyFrame: boolean;
}

const people = new Map<string, Person>();
const reply = (message: CrowdReply): void => void process.send?.(message);
const ssrcOf = (index: number): number => 100_000 + 10 * index;

function count({ received }: Person, packet: Buffer): void {
	if (packet.length < 24 || isControl(packet)) return;
	const isVoice = ((packet[1] ?? 0) & 127) === OPUS;
	// A voice has an extension; both name their person behind their first bytes.
	const index = String(isVoice ? packet.readUInt16BE(24) : packet.readUInt16BE(18));
	const counts = isVoice ? received.heard : received.seen;
	counts[index] = (counts[index] ?? 0) + 1;
	received.lastMs = Date.now();
	if (!isVoice) return;
	received.lastHeardMs = received.lastMs;
	received.delayMs = Math.max(received.delayMs, Date.now() - packet.readDoubleBE(26));
}

function come({ id, index, sdp }: Extract<CrowdMessage, { do: "come" }>): void {
	const connection = new PeerConnection("", { iceServers: [] });
	const name = `person0000000${String(index).padStart(3, "0")}`;
	const audio = new Audio("0", "SendOnly");
	audio.addOpusCodec(OPUS);
	audio.addSSRC(ssrcOf(index), name, name, name);
	const video = new Video("1", "SendOnly");
	video.addVP8Codec(VP8);
	video.addSSRC(ssrcOf(index) + 1, name, name, name);
	const person: Person = {
		connection,
		microphone: connection.addTrack(audio),
		camera: connection.addTrack(video),
		index,
		tracks: [],
		received: { heard: {}, seen: {}, lastMs: 0, lastHeardMs: 0, delayMs: 0 },
		loudness: null,
		isFilming: false,
		burst: 1,
		isConnected: false,
		seq: 0,
		pictureSeq: 0,
		owesKeyFrame: true,
	};
	people.set(id, person);
	person.camera.onMessage((packet) => {
		if (isControl(packet) && readFeedback(packet, 0).asksForKeyFrame) person.owesKeyFrame = true;
	});
	connection.onTrack((track) => {
		person.tracks.push(track);
		track.onMessage((packet) => count(person, packet));
	});
	connection.onStateChange((state) => {
		person.isConnected = state === "connected";
		reply({ id, state });
	});
	connection.onGatheringStateChange((state) => {
		if (state === "complete") reply({ id, answer: connection.localDescription()?.sdp ?? "" });
	});
	connection.setRemoteDescription(sdp, "offer");
}

function speak(person: Person, loudness: number): void {
	const packet = Buffer.alloc(64);
	person.seq++;
	packet.writeUInt16BE(0x9000 | OPUS, 0);
	packet.writeUInt16BE(person.seq & 0xffff, 2);
	packet.writeUInt32BE((person.seq * 960) >>> 0, 4);
	packet.writeUInt32BE(ssrcOf(person.index), 8);
	packet.writeUInt32BE(0xbede0001, 12);
	packet.writeUInt16BE(0x1000 | (127 - loudness), 16);
	packet.writeUInt32BE(0xf8fffe00, 20);
	packet.writeUInt16BE(person.index, 24);
	packet.writeDoubleBE(Date.now(), 26);
	person.microphone.sendMessageBinary(packet);
}

function film(person: Person): void {
	const packet = Buffer.alloc(200);
	person.pictureSeq++;
	packet.writeUInt16BE(0x8080 | VP8, 0);
	packet.writeUInt16BE(person.pictureSeq & 0xffff, 2);
	packet.writeUInt32BE((person.pictureSeq * 90 * PICTURE_MS) >>> 0, 4);
	packet.writeUInt32BE(ssrcOf(person.index) + 1, 8);
	packet[12] = 0x90;
	packet[13] = 0x80;
	packet.writeUInt16BE(0x8000 | (person.pictureSeq & 0x7fff), 14);
	packet[16] = person.owesKeyFrame ? 0 : 1;
	packet.writeUInt16BE(person.index, 18);
	person.owesKeyFrame = false;
	person.camera.sendMessageBinary(packet);
}

setInterval(() => {
	for (const person of people.values())
		if (person.isConnected && person.loudness !== null)
			for (let n = 0; n < person.burst; n++) speak(person, person.loudness);
}, PACKET_MS);
setInterval(() => {
	for (const person of people.values()) if (person.isConnected && person.isFilming) film(person);
}, PICTURE_MS);

process.on("message", (message: CrowdMessage) => {
	if (message.do === "come") {
		people.get(message.id)?.connection.close();
		come(message);
	} else if (message.do === "act") Object.assign(people.get(message.id) ?? {}, message.as);
	else if (message.do === "ask") {
		const all: Record<string, Received> = {};
		for (const [id, person] of people) {
			all[id] = { ...person.received, isConnected: person.isConnected };
			Object.assign(person.received, { heard: {}, seen: {}, delayMs: 0 });
		}
		reply({ all });
	}
});
// Without its test it has no purpose.
process.on("disconnect", () => process.exit());
reply({ ready: true });
