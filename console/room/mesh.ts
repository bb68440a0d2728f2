import type { RoomPerson, SignalData } from "#client";
import { type Limit, Peer, SLOTS, type Slot } from "./peer.ts";

/** What the server says of somebody in the room. */
type Presence = Pick<
	RoomPerson,
	"participantId" | "connectionId" | "name" | "role" | "canRun" | "audio" | "video" | "hand"
>;

/** Another one in the room. */
export interface Other {
	readonly id: string;
	name: string;
	role: RoomPerson["role"] | null;
	/** Whether they run the meeting. */
	canRun: boolean;
	audio: boolean | null;
	video: boolean | null;
	hand: boolean;
	/** Whether their socket is there; sound and picture may go on without it. */
	isPresent: boolean;
	page: string | null;
	/** Their newest socket. */
	connectionId: string | null;
	peer: Peer | null;
	/** When the connection was begun, or asked for, in ms of `performance.now()`. */
	begunAtMs: number;
}

export interface MeshOptions {
	readonly configuration: () => RTCConfiguration;
	/** Own participant id. */
	readonly selfId: string;
	readonly send: (to: string, data: SignalData) => void;
	readonly onChange: () => void;
	/** Asked when the socket of another one is gone: whether they are still admitted. */
	readonly isAdmitted: (participantId: string) => Promise<boolean>;
	/** Whether another one may see the pictures of this person. @param canRun whether they run the meeting */
	readonly showsPicturesTo: (canRun: boolean) => boolean;
}

/** How long sound and picture may go on without a socket, in ms. */
const WITHOUT_SOCKET_MS = 60_000;
/** After this time without a word, a call has got lost on the way, in ms. */
const LOST_CALL_MS = 5_000;
const NEVER = Number.NEGATIVE_INFINITY;

/** Connections to all others in the room. */
export class Mesh {
	readonly others = new Map<string, Other>();
	readonly #page = Math.random().toString(36).slice(2, 12);
	readonly #options: MeshOptions;
	readonly #sent = new Map<Slot, MediaStreamTrack | null>();
	readonly #limits = new Map<Slot, Limit>();
	/** `<participant> <slot>` of what is not looked at. */
	readonly #unwanted = new Set<string>();

	constructor(options: MeshOptions) {
		this.#options = options;
	}

	/** All connections that are open. */
	get connections(): readonly RTCPeerConnection[] {
		return [...this.others.values()].flatMap(({ peer }) => (peer ? [peer.connection] : []));
	}

	/** Shows a track to all others, or nothing. */
	show(slot: Slot, track: MediaStreamTrack | null): void {
		this.#sent.set(slot, track);
		for (const { peer } of this.others.values()) peer?.show(slot, track);
	}

	limit(slot: Slot, limit: Limit): void {
		this.#limits.set(slot, limit);
		for (const { peer } of this.others.values()) peer?.limit(slot, limit);
	}

	/** Says whether a picture of somebody is looked at. */
	want(participantId: string, slot: Slot, isWanted: boolean): void {
		const key = `${participantId} ${slot}`;
		if (isWanted) this.#unwanted.delete(key);
		else this.#unwanted.add(key);
		this.others.get(participantId)?.peer?.want(slot, isWanted);
	}

	/** Takes what is known of somebody who is there. */
	take(presence: Presence): void {
		const { participantId: id, connectionId, name, role, canRun, audio, video, hand } = presence;
		if (id === this.#options.selfId) return;
		const other = this.#other(id);
		// What was said to the socket of their lobby has reached nobody.
		const isElsewhere = other.connectionId !== null && other.connectionId !== connectionId;
		Object.assign(other, { connectionId, name, role, canRun, audio, video, hand, isPresent: true });
		other.peer?.showPictures(this.#options.showsPicturesTo(canRun));
		const isLate = performance.now() - other.begunAtMs > LOST_CALL_MS;
		if (other.peer && other.page === null && (isLate || isElsewhere)) this.#drop(other);
		// Of two, the same one calls always: eight who come at once would call each other twice. The other says which page it is.
		if (!other.peer && this.#calls(other)) this.#connect(other);
		else if (!other.peer && isLate) {
			other.begunAtMs = performance.now();
			this.#send(other, { hello: true });
		}
		this.#options.onChange();
	}

	/** Takes the list of all who are there: those who are not on it have left. */
	takeAll(presences: readonly Presence[]): void {
		const ids = new Set(presences.map(({ participantId }) => participantId));
		for (const id of this.others.keys()) if (!ids.has(id)) void this.left(id);
		for (const presence of presences) this.take(presence);
	}

	/** Looks again who may see own pictures. */
	review(): void {
		for (const { peer, canRun } of this.others.values()) peer?.showPictures(this.#options.showsPicturesTo(canRun));
	}

	/** Calls those again whom nothing has reached: for a while the server passed nothing on. */
	callAgain(): void {
		for (const other of this.others.values()) {
			if (other.peer?.state === "connected" || !other.isPresent) continue;
			this.#drop(other);
			if (this.#calls(other)) this.#connect(other);
			else this.#send(other, { hello: true });
		}
	}

	raise(participantId: string, hand: boolean): void {
		const other = this.others.get(participantId);
		if (!other) return;
		other.hand = hand;
		this.#options.onChange();
	}

	/** Takes a signal of another one. */
	async signal(from: string, data: SignalData): Promise<void> {
		if (data.for !== null && data.for !== this.#page) return;
		const other = this.#other(from);
		if (other.page !== null && other.page !== data.page) this.#drop(other);
		other.page = data.page;
		const isHello = "hello" in data.signal;
		if (!other.peer && (!isHello || this.#calls(other))) this.#connect(other);
		if (!("hello" in data.signal)) await other.peer?.receive(data.signal);
	}

	/**
	 * Takes that somebody's socket is gone. The server cannot cut what goes from browser to browser: each browser does, at
	 * once, for those who are no longer admitted. Others may be on their way back.
	 */
	async left(participantId: string, isFinal = false): Promise<void> {
		const other = this.others.get(participantId);
		if (!other) return;
		other.isPresent = false;
		this.#options.onChange();
		const stays = !isFinal && other.peer?.state === "connected" && (await this.#options.isAdmitted(participantId));
		if (other.isPresent) return;
		if (!stays) this.#forget(other);
		else setTimeout(() => !other.isPresent && this.#forget(other), WITHOUT_SOCKET_MS);
	}

	close(): void {
		for (const other of this.others.values()) this.#drop(other);
		this.others.clear();
	}

	#other(id: string): Other {
		const known = this.others.get(id);
		if (known) return known;
		const flags = { canRun: false, audio: null, video: null, hand: false };
		const unknown = { connectionId: null, name: "", role: null, ...flags };
		const other: Other = { id, ...unknown, isPresent: true, page: null, peer: null, begunAtMs: NEVER };
		this.others.set(id, other);
		return other;
	}

	#calls = ({ id }: Other): boolean => this.#options.selfId < id;

	#send(other: Other, signal: SignalData["signal"]): void {
		this.#options.send(other.id, { page: this.#page, for: other.page, signal });
	}

	#connect(other: Other): void {
		const peer = new Peer({
			configuration: this.#options.configuration,
			calls: this.#calls(other),
			showsPictures: this.#options.showsPicturesTo(other.canRun),
			send: (signal) => this.#send(other, signal),
			onChange: () => {
				if (peer.state === "failed" && !other.isPresent) this.#forget(other);
				this.#options.onChange();
			},
		});
		other.peer = peer;
		other.begunAtMs = performance.now();
		for (const slot of SLOTS) {
			peer.show(slot, this.#sent.get(slot) ?? null);
			if (this.#unwanted.has(`${other.id} ${slot}`)) peer.want(slot, false);
		}
		for (const [slot, limit] of this.#limits) peer.limit(slot, limit);
	}

	#forget(other: Other): void {
		this.#drop(other);
		// They may be back meanwhile, as another one.
		if (this.others.get(other.id) === other) this.others.delete(other.id);
		this.#options.onChange();
	}

	#drop(other: Other): void {
		other.peer?.close();
		other.peer = null;
		other.page = null;
		other.begunAtMs = NEVER;
	}
}
