import type { RoomRules } from "#modules/meetings/forwarding";
import { type ForwardingCounts, Line, PICTURES, VOICES } from "./line.ts";
import type { Member } from "./member.ts";

/** A voice is loud enough from here; another takes its place when it is so much louder. */
const AUDIBLE = 20;
const MARGIN = 6;
/** Which pictures are given up first. */
const RANK = { nobody: 0, dark: 1, silent: 2, speaker: 3, lasting: 4 } as const;
/** How often at most people are told who is on which line, in ms. */
const TELL_MS = 200;

/** What a room tells its members. */
export interface RoomEvents {
	/** The participant on each line, in the order of the lines. */
	shown(member: Member, lines: readonly (string | null)[]): void;
	/** Whether their picture is to be sent. */
	wanted(member: Member, isWanted: boolean): void;
}

/** The people of a meeting, and the lines by which they hear and see each other. */
export class ForwardedRoom {
	readonly members = new Set<Member>();
	readonly lines: readonly Line[];
	readonly #voices: readonly Line[];
	readonly #pictures: readonly Line[];
	readonly #events: RoomEvents;
	rules: RoomRules;
	#toldAtMs = 0;

	constructor(rules: RoomRules, counts: ForwardingCounts, events: RoomEvents) {
		this.rules = rules;
		this.#events = events;
		this.#voices = Array.from({ length: VOICES }, (_, n) => new Line("voice", n, counts));
		this.#pictures = Array.from({ length: PICTURES }, (_, n) => new Line("picture", n, counts));
		this.lines = [...this.#voices, ...this.#pictures];
	}

	/** Changes what holds for it. Receivers who see more than before need a key frame. */
	change(rules: RoomRules): void {
		this.rules = rules;
		for (const line of this.lines) line.restart();
		this.#toldAtMs = 0;
	}

	leave(member: Member): void {
		this.members.delete(member);
		for (const line of this.lines) {
			line.receivers.delete(member.id);
			if (line.source === member) line.give(null);
		}
	}

	/** Gives the lines to the loudest; to be called every 20 ms or so. */
	choose(nowMs: number): void {
		if (!this.rules.isHeld) this.#chooseVoices(nowMs);
		if (nowMs - this.#toldAtMs < TELL_MS) return;
		this.#toldAtMs = nowMs;
		for (const member of this.members) if (member.isConnected) this.#tellChanges(member, nowMs);
	}

	#chooseVoices(nowMs: number): void {
		const waiting = [...this.members]
			.filter((member) => member.isConnected && member.given.voice === null && member.loudnessAt(nowMs) >= AUDIBLE)
			.sort((a, b) => b.loudnessAt(nowMs) - a.loudnessAt(nowMs));
		for (const other of waiting) {
			const line = this.#quietest(nowMs);
			if (line.source !== null && other.loudnessAt(nowMs) < line.source.loudnessAt(nowMs) + MARGIN) break;
			line.give(other);
		}
		this.#choosePictures();
	}

	#quietest(nowMs: number): Line {
		const loudnessOf = ({ source }: Line): number => source?.loudnessAt(nowMs) ?? -1;
		return this.#voices.reduce((quietest, line) => (loudnessOf(line) < loudnessOf(quietest) ? line : quietest));
	}

	/** Pictures follow voices. A line without a voice any more, or whose person sends no picture, is given up first. */
	#choosePictures(): void {
		const speakers = this.#voices.flatMap(({ source }) => (source === null ? [] : [source]));
		// Screens and, where others see the pictures of hosts alone, those: they are shown whoever speaks.
		const lasting = [...this.members].filter((member) => this.#isLasting(member));
		for (const source of [...lasting, ...speakers])
			if (source.isConnected && source.given.picture === null && source.hasPicture)
				this.#freePicture(this.#isLasting(source) ? RANK.lasting : RANK.speaker)?.give(source);
		// Before anybody has spoken, and where fewer speak than are shown.
		for (const member of this.members) {
			if (member.given.picture !== null || !member.isConnected || !member.hasPicture) continue;
			const line = this.#pictures.find(({ source }) => source === null || !source.isFilming);
			if (!line) return;
			line.give(member);
		}
	}

	/** Whether somebody is shown whoever speaks. */
	#isLasting({ sharesScreen, canRun }: Member): boolean {
		return sharesScreen || (this.rules.camerasForHosts && canRun);
	}

	/** Returns the line that is given up first, of those whose pictures have a lower rank; undefined: there is none. */
	#freePicture(below: number): Line | undefined {
		const rankOf = ({ source }: Line): number => {
			if (source === null) return RANK.nobody;
			if (!source.isFilming) return RANK.dark;
			if (this.#isLasting(source)) return RANK.lasting;
			return source.given.voice === null ? RANK.silent : RANK.speaker;
		};
		const first = this.#pictures.reduce((free, line) => (rankOf(line) < rankOf(free) ? line : free));
		return rankOf(first) < below ? first : undefined;
	}

	#tellChanges(member: Member, nowMs: number): void {
		const isWanted = member.noteWanted(nowMs);
		if (isWanted !== null) this.#events.wanted(member, isWanted);
		const isShown = (line: Line): boolean =>
			!this.rules.isHeld &&
			line.isFor(member) &&
			(line.kind === "voice" || (line.hasBegun && line.source?.isFilming === true));
		const shown = this.lines.map((line) => (isShown(line) ? (line.source?.participantId ?? null) : null));
		if (!member.noteTold(shown)) return;
		this.#events.shown(member, shown);
	}
}
