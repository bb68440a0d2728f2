import type { RoomPerson, SignalData } from "#client";
import { type Limit, Peer, SLOTS, type Slot } from "./peer.ts";

/** What the server says of somebody in the room. */
type Presence = Pick<
	RoomPerson,
	"participantId" | "connectionId" | "name" | "role" | "canRun" | "audio" | "video" | "screen" | "hand"
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
	/** Whether their picture is that of a screen. Between browsers, screens have a line of their own. */
	screen: boolean;
	hand: boolean;
	/** Whether their socket is there; sound and picture may go on without it. */
	isPresent: boolean;
	/** What they call their side of the connection; null: no word of it has come. */
	page: string | null;
	/** What this side is called, another name for each attempt: an answer to an earlier one must not be taken for one to this. */
	ownPage: string;
	/** How often they were called in vain. */
	attempts: number;
	/** Their newest socket. */
	connectionId: string | null;
	peer: Peer | null;
	/** When they were last seen connected, called, or asked to call, in ms of `performance.now()`. */
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
	/** Whether the server passes on at this moment what browsers say to each other. */
	readonly passesOn: () => boolean;
	/** Whether another one may see the pictures of this person. @param canRun whether they run the meeting */
	readonly showsPicturesTo: (canRun: boolean) => boolean;
}

/** How long sound and picture may go on without a socket, in ms. */
const WITHOUT_SOCKET_MS = 60_000;
/** After this time without a word, a call has got lost on the way, in ms; twice as long after each attempt in vain. */
const LOST_CALL_MS = 5_000;
/** The same for a connection that does not come about, or not again, although words have come: some got lost, or the way is gone. */
const LOST_CONNECTION_MS = 20_000;
/** Attempts after which the time grows no longer: programs that only read captions never answer. */
const MAX_DOUBLINGS = 4;
/** How often it is seen to that calls have arrived, in ms. */
const LOOK_MS = 1_000;
const NEVER = Number.NEGATIVE_INFINITY;

/** Connections to all others in the room. */
export class Mesh {
	readonly others = new Map<string, Other>();
	readonly #options: MeshOptions;
	readonly #sent = new Map<Slot, MediaStreamTrack | null>();
	readonly #limits = new Map<Slot, Limit>();
	/** `<participant> <slot>` of what is not looked at. */
	readonly #unwanted = new Set<string>();
	readonly #timer: ReturnType<typeof setInterval>;
	/** Whether sound and pictures go another way, and nobody is called. */
	#isResting = false;

	constructor(options: MeshOptions) {
		this.#options = options;
		this.#timer = setInterval(() => this.#lookAfterCalls(), LOOK_MS);
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
		const { participantId: id, connectionId, name, role, canRun, audio, video, screen, hand } = presence;
		if (id === this.#options.selfId) return;
		const other = this.#other(id);
		// What was said to the socket of their lobby has reached nobody.
		const isElsewhere = other.connectionId !== null && other.connectionId !== connectionId;
		const shown = { audio, video, screen: screen === true, hand };
		Object.assign(other, { connectionId, name, role, canRun, ...shown, isPresent: true });
		other.peer?.showPictures(this.#options.showsPicturesTo(canRun));
		if (isElsewhere) other.attempts = 0;
		this.#reach(other, isElsewhere);
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

	/** Calls nobody from now on, or all with whom there is no connection. Those that stand remain. */
	rest(isResting: boolean): void {
		if (isResting === this.#isResting) return;
		this.#isResting = isResting;
		if (!isResting) this.#lookAfterCalls();
	}

	/** Ends all connections; who is there stays known. */
	hangUp(): void {
		const connected = [...this.others.values()].filter(({ peer }) => peer !== null);
		for (const other of connected) this.#drop(other);
		if (connected.length > 0) this.#options.onChange();
	}

	/** Calls those again whom nothing has reached: for a while the server passed nothing on. */
	callAgain(): void {
		if (this.#isResting) return;
		for (const other of this.others.values()) {
			if (other.peer?.state === "connected" || !other.isPresent) continue;
			this.#drop(other);
			this.#reach(other);
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
		const known = this.others.get(from);
		if (data.for !== null && data.for !== known?.ownPage) return;
		const other = known ?? this.#other(from);
		if (other.page !== null && other.page !== data.page) this.#drop(other);
		if ("hello" in data.signal) {
			// Of a call that is on its way they learn in a moment; that it came is not said by this.
			if (!other.peer && this.#calls(other)) this.#connect(other);
			return;
		}
		other.page = data.page;
		other.attempts = 0;
		if (!other.peer) this.#connect(other);
		await other.peer?.receive(data.signal);
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
		clearInterval(this.#timer);
		for (const other of this.others.values()) this.#drop(other);
		this.others.clear();
	}

	/** Calls those again with whom there is no connection. */
	#lookAfterCalls(): void {
		if (!this.#options.passesOn()) return;
		for (const other of this.others.values()) if (other.isPresent) this.#reach(other);
	}

	#other(id: string): Other {
		const known = this.others.get(id);
		if (known) return known;
		const flags = { canRun: false, audio: null, video: null, screen: false, hand: false };
		const unknown = { connectionId: null, name: "", role: null, ...flags };
		const connection = { page: null, ownPage: newPage(), attempts: 0, peer: null, begunAtMs: NEVER };
		const other: Other = { id, ...unknown, isPresent: true, ...connection };
		this.others.set(id, other);
		return other;
	}

	#calls = ({ id }: Other): boolean => this.#options.selfId < id;

	#send(other: Other, signal: SignalData["signal"]): void {
		this.#options.send(other.id, { page: other.ownPage, for: other.page, signal });
	}

	/** Begins a connection, or asks for one. @param isElsewhere whether their socket is another one than before */
	#reach(other: Other, isElsewhere = false): void {
		if (this.#isResting) return;
		const nowMs = performance.now();
		if (other.peer?.state === "connected") other.begunAtMs = nowMs;
		const patienceMs = other.page === null ? LOST_CALL_MS : LOST_CONNECTION_MS;
		const isLate = nowMs - other.begunAtMs > patienceMs * 2 ** Math.min(other.attempts, MAX_DOUBLINGS);
		if (other.peer && (isLate || (isElsewhere && other.page === null))) {
			this.#drop(other);
			if (isLate) other.attempts++;
		}
		if (other.peer) return;
		// Of two, the same one calls always: eight who come at once would call each other twice. The other says that it is there.
		if (this.#calls(other)) this.#connect(other);
		else if (isLate) {
			if (other.begunAtMs !== NEVER) other.attempts++;
			other.begunAtMs = nowMs;
			this.#send(other, { hello: true });
		}
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
		other.ownPage = newPage();
		other.begunAtMs = NEVER;
	}
}

const newPage = (): string => Math.random().toString(36).slice(2, 12);
