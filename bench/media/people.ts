/** People who are not there: each sends a voice, and a picture if it has one, and notes what it receives. */
import { loadNative, type NativeConnection, type NativeTrack } from "#adapters/forwarding/native";
import { isControl, OPUS, readFeedback, VP8 } from "#adapters/forwarding/rtp";

const PACKET_MS = 20;
/** Five packets of sound last as long as one picture. */
const SOUND_PER_PICTURE = 5;
const PACKETS_PER_PICTURE = 4;
const SOUND_BYTES = 100;
const PICTURE_BYTES = 1_000;
/** Lines of sound have smaller numbers. */
const FIRST_PICTURE = 2_000;

/** Somebody who comes. */
interface Arrival {
	readonly id: string;
	readonly index: number;
	readonly hasPicture: boolean;
	readonly isQuiet: boolean;
	readonly offer: { readonly sdp: string };
}

interface Person extends Omit<Arrival, "offer"> {
	readonly connection: NativeConnection;
	readonly ssrc: number;
	readonly seqs: Map<number, number>;
	readonly tracks: NativeTrack[];
	readonly microphone: NativeTrack;
	readonly camera: NativeTrack;
	isThere: boolean;
	seq: number;
	timestamp: number;
	pictureSeq: number;
	pictureTimestamp: number;
	owesKeyFrame: boolean;
}

/** What the benchmark says. */
interface Message {
	readonly come?: Arrival;
	readonly go?: string;
	readonly talk?: boolean;
	readonly forget?: true;
	readonly ask?: number;
}

const library = loadNative();
if (library === null) throw new Error("the library is not installed");
const native = library;
const people = new Map<string, Person>();
let isTalking = false;
const nothing = () => ({
	sound: 0,
	soundLost: 0,
	pictures: 0,
	picturesLost: 0,
	sent: 0,
	lagMs: 0,
	delays: [] as number[],
});
let noted = nothing();
const tell = (message: object): void => void process.send?.(message);
const nowMs = () => performance.timeOrigin + performance.now();

function take(person: Person, packet: Buffer): void {
	if (packet.length < 12 || isControl(packet)) return;
	const ssrc = packet.readUInt32BE(8);
	const seq = packet.readUInt16BE(2);
	const gap = ((seq - (person.seqs.get(ssrc) ?? seq - 1)) & 0xffff) - 1;
	const isPicture = ssrc > FIRST_PICTURE;
	if (gap > 0 && gap < 1_000) noted[isPicture ? "picturesLost" : "soundLost"] += gap;
	if (gap < 1_000) person.seqs.set(ssrc, seq);
	noted[isPicture ? "pictures" : "sound"]++;
	if (!isPicture && packet.length === 20 + SOUND_BYTES) noted.delays.push(nowMs() - packet.readDoubleBE(24));
}

function come({ id, index, hasPicture, isQuiet, offer }: Arrival): void {
	const connection = new native.PeerConnection("", { iceServers: [] });
	const ssrc = 100_000 + 10 * index;
	const microphone = new native.Audio("0", "SendOnly");
	microphone.addOpusCodec(OPUS);
	microphone.addSSRC(ssrc, id, id, id);
	const camera = new native.Video("1", "SendOnly");
	camera.addVP8Codec(VP8);
	camera.addSSRC(ssrc + 1, id, id, id);
	const person: Person = {
		...{ id, index, isQuiet, hasPicture, connection, ssrc, seqs: new Map(), tracks: [], isThere: false },
		...{ seq: 0, timestamp: 0, pictureSeq: 0, pictureTimestamp: 0, owesKeyFrame: true },
		microphone: connection.addTrack(microphone),
		camera: connection.addTrack(camera),
	};
	people.set(id, person);
	person.camera.onMessage((packet) => {
		if (isControl(packet) && readFeedback(packet, 0).asksForKeyFrame) person.owesKeyFrame = true;
	});
	connection.onTrack((track) => {
		person.tracks.push(track);
		track.onMessage((packet) => take(person, packet));
	});
	connection.onStateChange((state) => {
		person.isThere = state === "connected";
		tell({ id, state });
	});
	connection.onGatheringStateChange((state) => {
		if (state === "complete") tell({ id, answer: connection.localDescription() });
	});
	connection.setRemoteDescription(offer.sdp, "offer");
}

/** How loud somebody is now: they take turns, every three seconds or so. */
const loudnessOf = ({ index, isQuiet }: Person): number =>
	Math.round((isQuiet ? 30 : 60) + (isQuiet ? 5 : 40) * Math.sin(performance.now() / 3_000 + index * 1.7));

function speak(person: Person): void {
	const packet = Buffer.alloc(20 + SOUND_BYTES, 7);
	person.seq = (person.seq + 1) & 0xffff;
	person.timestamp = (person.timestamp + 960) >>> 0;
	packet[0] = 0x90;
	packet[1] = OPUS;
	packet.writeUInt16BE(person.seq, 2);
	packet.writeUInt32BE(person.timestamp, 4);
	packet.writeUInt32BE(person.ssrc, 8);
	packet.writeUInt32BE(0xbede0001, 12);
	packet[16] = 0x10;
	packet[17] = 127 - loudnessOf(person);
	packet.writeUInt16BE(0, 18);
	// A frame of silence to browsers, which do not read the rest.
	packet.writeUInt32BE(0xf8fffe00, 20);
	packet.writeDoubleBE(nowMs(), 24);
	if (person.microphone.isOpen() && person.microphone.sendMessageBinary(packet)) noted.sent++;
}

function film(person: Person): void {
	person.pictureTimestamp = (person.pictureTimestamp + 9_000) >>> 0;
	for (let n = 0; n < PACKETS_PER_PICTURE; n++) {
		const packet = Buffer.alloc(12 + PICTURE_BYTES, 7);
		person.pictureSeq = (person.pictureSeq + 1) & 0xffff;
		packet[0] = 0x80;
		packet[1] = VP8 | (n === PACKETS_PER_PICTURE - 1 ? 0x80 : 0);
		packet.writeUInt16BE(person.pictureSeq, 2);
		packet.writeUInt32BE(person.pictureTimestamp, 4);
		packet.writeUInt32BE(person.ssrc + 1, 8);
		packet[12] = n === 0 ? 0x10 : 0;
		packet[13] = n === 0 && person.owesKeyFrame ? 0 : 1;
		if (person.camera.isOpen() && person.camera.sendMessageBinary(packet)) noted.sent++;
	}
	person.owesKeyFrame = false;
}

const startMs = performance.now();
let round = 0;
function tick(): void {
	for (; performance.now() - startMs >= round * PACKET_MS; round++) {
		noted.lagMs = Math.max(noted.lagMs, performance.now() - startMs - round * PACKET_MS);
		for (const person of isTalking ? people.values() : []) {
			if (!person.isThere) continue;
			speak(person);
			if (person.hasPicture && (round + person.index) % SOUND_PER_PICTURE === 0) film(person);
		}
	}
	setTimeout(tick, Math.max(0, startMs + round * PACKET_MS - performance.now()));
}
tick();

process.on("message", (message: Message) => {
	if (message.come) come(message.come);
	else if (message.go) {
		people.get(message.go)?.connection.close();
		people.delete(message.go);
	} else if (message.talk !== undefined) isTalking = message.talk;
	else if (message.forget) noted = nothing();
	else if (message.ask) {
		const { delays, ...counts } = noted;
		const sorted = delays.sort((a, b) => a - b);
		const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? -1;
		tell({ reply: message.ask, values: { ...counts, p50: at(0.5), p99: at(0.99), max: at(1) } });
	}
});
// Without its benchmark it has no purpose.
process.on("disconnect", () => process.exit());
tell({ ready: true });
