import { type Client, type components, ProblemError, unwrap } from "#client";
import { type ConsentKind, decide, readConsents } from "./consents.ts";
import { keepEntry, keptEntry } from "./kept-entry.ts";
import type { Lobby } from "./lobby.ts";
import { Media } from "./media.ts";
import type { Room } from "./room.ts";
import { Store } from "./store.ts";
import { TabLock } from "./tab-lock.ts";
import { newTrack, Tracks } from "./tracks.ts";
import { findVisitor, guestOf, readMeeting, readOwnName, unlessRefused, type Visitor } from "./visitor.ts";
import type { Answers, Ending, Way } from "./way.ts";

type Participant = components["schemas"]["Participant"];

/** Loaded while people are at the door. */
const loadRoom = () => import("./room.ts");
/** Most people do not wait. */
const loadLobby = () => import("./lobby.ts");
/** How often it is asked whether the meeting has begun, in ms. */
const EARLY_MS = 10_000;

/** The way of a person into the room of a meeting, and out of it. */
export class Entry {
	readonly state = new Store<{ readonly way: Way }>({ way: { at: "loading" } });
	readonly tracks = new Tracks();
	/** Of the address, until that has led to a meeting of a series. */
	#meetingId: string;
	readonly #code: string | null;
	readonly #isLaunch: boolean;
	#media: Media | null = null;
	#answers: Answers | null = null;
	#timer: ReturnType<typeof setTimeout> | null = null;
	readonly #lock = new TabLock();
	#lobby: Lobby | null = null;
	#room: Room | null = null;

	/**
	 * @param meetingId of the address; of a series it stands for the meeting that is on, or comes next
	 * @param fragment of the address: a code, `launch=` and the token of a guest who has joined, `launch`, or nothing
	 */
	constructor(meetingId: string, fragment: string) {
		this.#meetingId = meetingId;
		const [launch, token] = /^launch(?:=(.+))?$/.exec(fragment) ?? [];
		this.#isLaunch = launch !== undefined;
		if (token !== undefined) keepEntry(meetingId, { token });
		else if (fragment !== "" && !this.#isLaunch) keepEntry(meetingId, { code: fragment });
		this.#code = keptEntry(meetingId).code ?? null;
	}

	/** Finds out who comes. After a reload it leads back into the room. */
	async begin(): Promise<void> {
		this.#media?.close();
		this.#go({ at: "loading" });
		try {
			const visitor = await findVisitor(this.#meetingId, this.#code);
			if (!visitor) return await this.#close();
			if (visitor.meeting) this.#adopt(visitor.meeting.id);
			void this.tracks.restore(visitor);
			const { state } = visitor.meeting ?? visitor.preview ?? { state: "live" };
			if (state !== "live" && state !== "scheduled") this.#leave(visitor, "over");
			else if (keptEntry(this.#meetingId).isIn) await this.#return(visitor);
			else this.#arrive(visitor);
		} catch (error) {
			this.#fail(error);
		}
	}

	/** Joins the meeting: its room, its lobby, or the wait for its beginning. @throws ProblemError to be shown at the door */
	async join(answers: Answers): Promise<void> {
		const { way } = this.state.value;
		if (way.at !== "arriving" && way.at !== "early") return;
		this.#answers = answers;
		await this.#join(way.visitor);
	}

	/** Starts the meeting. */
	async start(): Promise<void> {
		const { way } = this.state.value;
		if (way.at !== "early") return;
		const params = { path: { meetingId: this.#meetingId } };
		await unwrap(way.visitor.api.POST("/meetings/{meetingId}/start", { params }));
		await this.#join(way.visitor);
	}

	/** Comes in here instead of in the other tab. */
	async takeOver(): Promise<void> {
		const { way } = this.state.value;
		if (way.at === "elsewhere") await this.#enter(way.visitor, true);
	}

	/** Gives the wait in the lobby up. */
	async leaveLobby(): Promise<void> {
		const { way } = this.state.value;
		if (way.at !== "lobby") return;
		this.#lobby?.close();
		const params = { path: { meetingId: this.#meetingId } };
		await way.visitor.api.POST("/meetings/{meetingId}/leave", { params });
		this.#leave(way.visitor, "left");
	}

	/** Goes on with the meeting that the address has led to; a reload comes back to it. */
	#adopt(meetingId: string): void {
		if (meetingId === this.#meetingId) return;
		this.#meetingId = meetingId;
		if (this.#code !== null) keepEntry(meetingId, { code: this.#code });
		history.replaceState(null, "", new URL(`${meetingId}${location.hash}`, location.href));
	}

	async #close(): Promise<void> {
		const hasCode = this.#code !== null;
		this.#go({ at: "closed", isLaunch: this.#isLaunch, hasCode, signedInAs: await readOwnName() });
	}

	#go(way: Way): void {
		this.state.set({ way });
	}

	#arrive(visitor: Visitor): void {
		this.#media = new Media();
		this.#go({ at: "arriving", visitor, media: this.#media });
		void this.#media.open();
		void loadRoom();
	}

	/** Comes back after a reload, as who they were; else they arrive anew. */
	async #return(visitor: Visitor): Promise<void> {
		this.#media = new Media();
		const opening = this.#media.open();
		const own = await this.#joinByToken(visitor.api).catch(unlessRefused);
		if (own?.state !== "admitted") {
			keepEntry(this.#meetingId, { isIn: undefined });
			this.#go({ at: "arriving", visitor, media: this.#media });
			return;
		}
		await opening;
		await this.#enter({ ...visitor, participantId: own.id });
	}

	/** Joins as a member who sees the meeting, or as the guest that somebody is already. Joining again changes nothing. */
	async #joinByToken(api: Client): Promise<Participant> {
		const params = { path: { meetingId: this.#meetingId } };
		return (await unwrap(api.POST("/meetings/{meetingId}/join", { params }))).data;
	}

	/** Joins by token or code. */
	async #knock(visitor: Visitor): Promise<{ readonly visitor: Visitor; readonly state: Participant["state"] }> {
		const { api, isMember, isKnown } = visitor;
		const as = ({ id, state }: Participant, who = visitor) => ({ visitor: { ...who, participantId: id }, state });
		if (isKnown) {
			const own = await this.#joinByToken(api).catch(this.#code === null ? throwIt : unlessRefused);
			if (own) return as(own);
		}
		const name = this.#answers?.name || visitor.name || "";
		const body = { code: this.#code ?? "", ...(!isMember && { name }) };
		const { participant, access_token: token } = await unwrap(api.POST("/meetings/join", { body }));
		this.#adopt(participant.meetingId);
		if (token === null) return as(participant);
		keepEntry(this.#meetingId, { token, name });
		return as(participant, guestOf(token, name));
	}

	async #join(stranger: Visitor): Promise<void> {
		this.#stopAsking();
		try {
			const { visitor, state } = await this.#knock(stranger);
			await this.#consent(visitor);
			if (state === "waiting") await this.#waitInLobby(visitor);
			else await this.#enter(visitor);
		} catch (error) {
			// What their code opened a while ago may be over by now.
			if (stranger.preview !== null && ProblemError.is(error, "not_found")) return this.begin();
			if (!ProblemError.is(error, "state_conflict") || error.meta.state !== "scheduled") throw error;
			this.#go({ at: "early", visitor: stranger, startsAt: stranger.meeting?.scheduledStart ?? null });
			this.#askLater(() => this.#join(stranger));
		}
	}

	/** Says what the person has answered at the door. */
	async #consent({ api, participantId }: Visitor): Promise<void> {
		if (participantId === null || !this.#answers) return;
		const before = await readConsents(api, this.#meetingId, participantId);
		await decide(api, this.#meetingId, participantId, this.#answers.consents, before);
	}

	async #waitInLobby(visitor: Visitor): Promise<void> {
		const { Lobby } = await loadLobby();
		this.#go({ at: "lobby", visitor });
		this.#lobby = new Lobby(visitor.api, this.#meetingId, visitor.participantId ?? "");
		void this.#lobby.outcome.then((outcome) => {
			if (outcome !== "admitted") this.#leave(visitor, outcome);
			else this.#enter(visitor).catch((error: unknown) => this.#fail(error));
		});
	}

	#fail(error: unknown): void {
		this.#go({ at: "failed", error: error instanceof Error ? error : new Error(String(error)) });
	}

	/** Goes into the room, with what the meeting and the person have decided. */
	async #enter(visitor: Visitor, isInstead = false): Promise<void> {
		const { api, participantId, name, isAdministrator } = visitor;
		if (participantId === null || !this.#media) return;
		const isHere = await this.#lock.take(participantId, { isInstead, onLost: () => this.#room?.move() });
		if (!isHere) return this.#go({ at: "elsewhere", visitor });
		const [{ Room }, meeting, consents, own] = await Promise.all([
			loadRoom(),
			readMeeting(api, this.#meetingId),
			readConsents(api, this.#meetingId, participantId),
			this.#findParticipant(visitor),
		]);
		const isAsked = meeting.recordingPolicy.consent !== "notify";
		const agrees = (kind: ConsentKind) => consents[kind] === "granted" || (consents[kind] === undefined && !isAsked);
		const token = visitor.isMember ? null : (keptEntry(this.#meetingId).token ?? null);
		const room = new Room({
			api,
			meetingId: this.#meetingId,
			you: { id: participantId, name: own.name ?? name ?? "" },
			canRun: own.role === "host" || isAdministrator || meeting.joinUrl.includes("#"),
			media: this.#media,
			hasCaptions: meeting.transcription.enabled && meeting.transcription.live,
			isCaptioned: agrees("transcription"),
			isRecorded: agrees("recording"),
			translateTo: meeting.transcription.translateTo.slice(0, 5),
			beginTrack: (type, aheadMs) => this.tracks.begin(newTrack(visitor, meeting, { type, aheadMs, token }), api),
		});
		this.#room = room;
		keepEntry(this.#meetingId, { isIn: true });
		this.#go({ at: "in", visitor: { ...visitor, meeting }, room, meeting });
		const unsubscribe = room.state.subscribe(() => {
			const { ending } = room.state.value;
			if (ending === null) return;
			unsubscribe();
			this.#leave({ ...visitor, meeting }, ending);
		});
	}

	async #findParticipant({ api, participantId }: Visitor): Promise<Participant> {
		const params = { path: { meetingId: this.#meetingId, participantId: participantId ?? "" } };
		const found = await unwrap(api.GET("/meetings/{meetingId}/participants/{participantId}", { params }));
		return found.data as Participant;
	}

	#leave(visitor: Visitor, how: Ending): void {
		this.#stopAsking();
		this.#lock.release();
		this.#media?.close();
		const isForGood = how !== "moved" && how !== "closed";
		// Who has left or was refused comes back as somebody new, or not at all.
		keepEntry(this.#meetingId, { isIn: undefined, ...(isForGood && how !== "left" && { token: undefined }) });
		this.#go({ at: "over", visitor, how });
	}

	/** Asks again after a while; a server that does not answer is asked once more. */
	#askLater(question: () => Promise<void>): void {
		this.#stopAsking();
		this.#timer = setTimeout(async () => {
			try {
				await question();
			} catch (error) {
				const { way } = this.state.value;
				if (error instanceof ProblemError && !error.isRetryable && "visitor" in way)
					this.#leave(way.visitor, "refused");
				else this.#askLater(question);
			}
		}, EARLY_MS);
	}

	#stopAsking(): void {
		if (this.#timer) clearTimeout(this.#timer);
		this.#timer = null;
	}
}

const throwIt = (error: unknown): never => {
	throw error;
};
