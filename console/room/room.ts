import type { LiveMessage, RoomRecording } from "#client";
import { stayAwake } from "./awake.ts";
import { CaptionFeed } from "./caption-feed.ts";
import { Chat } from "./chat.ts";
import { type Consents, decide, readConsents } from "./consents.ts";
import { Facts } from "./facts.ts";
import { createHostTools, type HostTools } from "./host.ts";
import { LiveSocket } from "./live-socket.ts";
import type { Media } from "./media.ts";
import { MediaPath } from "./media-path.ts";
import type { Mesh } from "./mesh.ts";
import { News } from "./news.ts";
import { OwnPresence } from "./own-presence.ts";
import { OwnSpeech } from "./own-speech.ts";
import { SLOTS, type Slot } from "./peer.ts";
import { peopleOf } from "./person.ts";
import { type RoomOptions, type RoomState, START } from "./room-state.ts";
import { Seats } from "./seats.ts";
import { Speaking } from "./speaking.ts";
import { Store } from "./store.ts";
import { VideoControl } from "./video-control.ts";

/** How long the first connection may take before it is called lost, in ms. */
const PATIENCE_MS = 5_000;

/** What goes out while the meeting is held. */
const NOTHING = { microphone: null, camera: null, screen: null, screenSound: null };

/** A person in the room of a meeting: one state to look at, and what they may wish. */
export class Room {
	readonly state: Store<RoomState>;
	readonly speaking: Speaking;
	readonly seats: Seats;
	readonly captions = new CaptionFeed();
	readonly chat: Chat;
	readonly facts: Facts;
	readonly news = new News();
	readonly media: Media;
	readonly you: RoomOptions["you"];
	readonly #options: RoomOptions;
	readonly #host: HostTools;
	readonly #path: MediaPath;
	readonly #mesh: Mesh;
	readonly #video: VideoControl;
	readonly #socket: LiveSocket;
	readonly #presence: OwnPresence;
	readonly #speech: OwnSpeech;
	readonly #timers: ReturnType<typeof setTimeout>[] = [];
	readonly #ends: (() => void)[];
	#hasConnected = false;
	/** Whether the hand was raised or lowered without a connection. */
	#isHandUnsaid = false;
	/** Whether the person is ending the meeting. */
	#isEnding = false;

	constructor(options: RoomOptions) {
		const { api, meetingId, you, media, canRun, hasCaptions, translateTo } = options;
		this.#options = options;
		this.media = media;
		this.you = you;
		this.state = new Store({ ...START, canRun });
		this.#host = createHostTools(api, meetingId);
		this.chat = new Chat(this.#host);
		this.facts = new Facts(this.#host, hasCaptions);
		this.#path = new MediaPath({
			configuration: () => ({ iceServers: this.#socket.iceServers }),
			selfId: you.id,
			send: (to, data) => this.#socket.signal(to, data),
			onChange: () => this.#show(),
			isAdmitted: this.#host.isAdmitted,
			passesOn: () => this.#hasConnected && !this.state.value.isOffline && !this.facts.isHeld,
			showsPicturesTo: (canRun) =>
				canRun || this.state.value.canRun || this.facts.store.value.camerasVisibleTo === "everyone",
			onVia: (via) => {
				this.state.set({ via });
				this.news.add({ via });
				this.#presence.tell();
			},
		});
		this.#mesh = this.#path.mesh;
		this.speaking = new Speaking(you.id, this.#path);
		this.seats = new Seats(this.state, this.speaking.store);
		this.#video = new VideoControl(this.#path, media, (arePicturesOff) => this.state.set({ arePicturesOff }));
		this.#socket = new LiveSocket(api, {
			meetingId,
			translateTo,
			onMessage: (message) => this.#take(message),
			onConnection: (isConnected) => this.#onConnection(isConnected),
			// The socket may learn of it before the request is answered.
			onEnd: (ending) => this.#end(this.#isEnding && ending === "over" ? "ended" : ending),
		});
		this.#presence = new OwnPresence(this.#socket, media, this.#path);
		this.#speech = new OwnSpeech({
			...options,
			hasCaptions: () => this.facts.store.value.hasCaptions,
			socket: this.#socket,
			isMuted: () => media.store.value.choice.isMuted,
			onPeak: (peak) => {
				this.speaking.ownPeak = peak;
			},
			onFault: (captionFault) => this.state.set({ captionFault }),
		});
		media.onSwitched = (own) => this.news.add({ own });
		this.#ends = [media.store.subscribe(() => this.#onMedia()), stayAwake()];
		this.#onMedia();
		this.#timers.push(setInterval(() => this.#speech.isHeldBack && this.holdBack(), PATIENCE_MS));
		this.#timers.push(setTimeout(() => this.#hasConnected || this.state.set({ isOffline: true }), PATIENCE_MS));
	}

	mute(isMuted: boolean): void {
		this.media.mute(isMuted);
		if (isMuted) this.#speech.finish();
	}

	raiseHand(raised: boolean): void {
		this.state.set({ hand: raised });
		this.#isHandUnsaid = !this.#socket.send({ type: "hand", raised });
	}

	async remove(id: string): Promise<void> {
		await this.#host.remove(id);
		await this.#mesh.left(id, true);
	}

	/** Has a member run the meeting as well. */
	async makeHost(id: string): Promise<void> {
		await this.#host.makeHost(id);
	}

	askToMute(id: string): void {
		this.#socket.send({ type: "mute_request", to: id });
	}

	/** Returns what the person has agreed to so far. */
	readConsents(): Promise<Consents> {
		return readConsents(this.#options.api, this.#options.meetingId, this.you.id);
	}

	/** Changes it. @param before as {@link readConsents} has returned it */
	async decide(answers: Consents, before: Consents): Promise<void> {
		const { api, meetingId } = this.#options;
		await decide(api, meetingId, this.you.id, answers, before);
		this.#speech.agree(answers);
	}

	/** Says whether the picture of somebody is looked at. */
	look(id: string, isLooked: boolean): void {
		this.#mesh.want(id, "picture", isLooked && !this.state.value.arePicturesOff);
	}

	/** Lets the sound through, in a click. */
	async hear(): Promise<void> {
		await this.#speech.resume();
		this.state.set({ isHeldBack: false });
	}

	/** A browser that plays nothing yet waits for a click. */
	holdBack(): void {
		this.state.set({ isHeldBack: true });
	}

	async leave(): Promise<void> {
		this.#end("left");
		await this.#host.leave().catch(() => undefined);
	}

	async endForAll(): Promise<void> {
		this.#isEnding = true;
		await this.#host.end().finally(() => {
			this.#isEnding = false;
		});
		this.#end("ended");
	}

	/** Another tab of the same person has taken over. */
	move(): void {
		this.#end("moved");
	}

	#onConnection(isConnected: boolean): void {
		this.state.set({ isOffline: !isConnected });
		if (!isConnected) {
			this.captions.interrupt();
			return;
		}
		this.#hasConnected = true;
		this.#presence.repeat();
		void this.chat.catchUp();
	}

	/** Says that the meeting is recorded from now on, or no longer; then each browser records its own person, or ends that. */
	async record(state: "started" | "stopped"): Promise<void> {
		await this.#host.record(state);
	}

	#take(message: LiveMessage): void {
		this.#path.take(message);
		const { recording, hasCaptions } = this.facts.store.value;
		const wasHeld = this.facts.isHeld;
		this.facts.take(message);
		if (wasHeld !== this.facts.isHeld) this.#hold(wasHeld);
		switch (message.type) {
			case "ready":
				this.#speech.tell(message.serverTime);
				break;
			case "room":
				this.state.set({ canRun: message.you.canRun });
				this.#presence.tell();
				this.#mesh.review();
				this.#mesh.takeAll(message.people);
				this.news.start(this.state.value.people);
				if (this.#isHandUnsaid) this.raiseHand(this.state.value.hand);
				else this.state.set({ hand: message.you.hand });
				if (message.lobby) this.state.set({ canRun: true });
				if (message.captions.state === "on") this.#speech.caption();
				if (hasCaptions !== this.facts.store.value.hasCaptions) this.news.add({ captions: message.captions.state });
				this.#record(recording);
				break;
			case "recording":
				this.#record(recording);
				break;
			case "lobby":
				if (!this.state.value.canRun) this.news.add({ own: "host" });
				this.state.set({ canRun: true });
				break;
			case "consents":
			case "hold":
				break;
			case "presence":
				if (message.state !== "left") this.#mesh.take(message);
				else void this.#mesh.left(message.participantId, message.reason !== "lost");
				break;
			case "hand":
				this.#mesh.raise(message.participantId, message.raised);
				if (message.raised) this.news.add({ hands: [this.#mesh.others.get(message.participantId)?.name ?? ""] });
				break;
			case "chat":
				this.chat.add([message.message]);
				break;
			case "chat_deleted":
				this.chat.drop(message.messageId);
				break;
			case "mute_request":
				this.mute(true);
				this.news.add({ own: "muted" });
				break;
			case "captions":
				this.#speech.onCaptions(message);
				break;
			default:
				this.captions.take(message);
		}
	}

	/** Does as the server says: records own speech, or not. */
	#record(before: RoomRecording | null): void {
		const now = this.facts.store.value.recording;
		const isOn = now?.state === "started";
		this.#speech.record(isOn);
		const ending = now?.reason === "consent_required" ? "refused" : "stopped";
		if (isOn !== (before?.state === "started")) this.news.add({ recording: isOn ? "started" : ending });
	}

	/** Nothing goes out while the meeting is held; afterwards all goes on by itself. */
	#hold(isOver: boolean): void {
		this.#onMedia();
		if (!isOver) return;
		this.#path.callAgain();
		this.#speech.caption();
	}

	#onMedia(): void {
		const { microphone, camera, screen, screenSound } = this.facts.isHeld ? NOTHING : this.media.store.value;
		const tracks: Record<Slot, MediaStreamTrack | null> = { voice: microphone, picture: camera, screen, screenSound };
		for (const slot of SLOTS) this.#path.show(slot, tracks[slot]);
		this.#speech.hear(microphone);
		this.#video.update();
		this.#presence.tell();
	}

	/** Shows the others as they are now. */
	#show(): void {
		const people = peopleOf(this.#path);
		this.state.set({ people, sounds: this.#path.sounds, isWorkerMissed: this.#path.isMissed });
		this.news.compare(people);
		this.#video.update();
	}

	#end(ending: NonNullable<RoomState["ending"]>): void {
		if (this.state.value.ending !== null) return;
		for (const end of this.#ends) end();
		for (const timer of this.#timers) clearTimeout(timer);
		for (const part of [this.#socket, this.#path, this.#video, this.speaking]) part.close();
		for (const part of [this.#speech, this.news, this.seats, this.media]) part.close();
		this.state.set({ ending, people: [], sounds: [] });
	}
}
