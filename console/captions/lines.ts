import type { LiveMessage } from "#client";
import type { Options } from "./options.ts";

/** Lines that a page keeps. */
const MAX_LINES = 2_000;
/** How close to its end a list is followed, in px. */
const NEAR_PX = 80;

type Said = Extract<LiveMessage, { type: "final" | "partial" }>;

/** What was said, as it is shown: lines that are rewritten until they are final, or in still mode lines that never are. */
export class Lines {
	readonly #list: HTMLElement;
	readonly #most: number;
	/** The line of each segment, and of each of its translations. */
	readonly #lines = new Map<string, HTMLLIElement>();
	#options: Options;

	/** @param most lines at a time; null: as many as a page keeps */
	constructor(list: HTMLElement, options: Options, most: number | null) {
		this.#list = list;
		this.#options = options;
		this.#most = most ?? MAX_LINES;
		this.choose(options);
	}

	/** Shows the lines in another way. What is there stays. */
	choose(options: Options): void {
		this.#options = options;
		if (options.still) for (const line of this.#list.querySelectorAll(".partial")) this.#drop(line);
		for (const line of this.#list.querySelectorAll<HTMLLIElement>("li")) line.hidden = !this.#isShown(line);
		this.#trim();
		this.#list.scrollTop = this.#list.scrollHeight;
	}

	/** Takes what was said, or is just being said. */
	say({ type, segment }: Said): void {
		const { id, text, language, speaker } = segment;
		if (this.#options.still && (type === "partial" || this.#lines.has(id))) return;
		const line = this.#lines.get(id) ?? this.#add(id, null, this.#list.lastElementChild);
		line.className = type;
		this.#write(line, text, language, speaker?.label ?? "");
		// A translation that came with a former text stands below until the new one comes.
		this.#follow();
	}

	/** Takes a translation of what was said. */
	translate({ segmentId, language, text }: Extract<LiveMessage, { type: "translation" }>): void {
		const key = `${segmentId} ${language}`;
		if (this.#options.still && this.#lines.has(key)) return;
		const above = this.#lines.get(segmentId);
		// In still mode nothing comes between lines that were read already.
		const after = this.#options.still || !above ? this.#list.lastElementChild : above;
		const line = this.#lines.get(key) ?? this.#add(key, language, after);
		line.className = "translation";
		this.#write(line, text, language, "");
		this.#follow();
	}

	#add(key: string, translation: string | null, after: Element | null): HTMLLIElement {
		const line = document.createElement("li");
		line.dataset.key = key;
		if (translation !== null) line.dataset.translation = translation;
		line.hidden = !this.#isShown(line);
		if (after === null) this.#list.prepend(line);
		else after.after(line);
		this.#lines.set(key, line);
		return line;
	}

	#write(line: HTMLLIElement, text: string, language: string, speaker: string): void {
		line.lang = language === "und" ? "" : language;
		const content: (Node | string)[] = [text];
		if (speaker !== "") {
			const name = document.createElement("b");
			name.textContent = speaker;
			content.unshift(name, " ");
		}
		line.replaceChildren(...content);
	}

	#isShown({ dataset: { translation } }: HTMLLIElement): boolean {
		return translation === undefined ? this.#options.original : translation === this.#options.translation;
	}

	/** Keeps the newest line in view of somebody who reads there, and gives the oldest up. */
	#follow(): void {
		const { scrollHeight, scrollTop, clientHeight } = this.#list;
		const isNear = scrollHeight - scrollTop - clientHeight < NEAR_PX + (this.#list.lastElementChild?.clientHeight ?? 0);
		this.#trim();
		if (isNear) this.#list.scrollTop = this.#list.scrollHeight;
	}

	#trim(): void {
		const lines = [...this.#list.querySelectorAll<HTMLLIElement>("li:not([hidden])")];
		const oldest = lines.at(-this.#most);
		if (oldest === undefined) return;
		while (this.#list.firstElementChild !== oldest) this.#drop(this.#list.firstElementChild as Element);
	}

	#drop(line: Element): void {
		this.#lines.delete((line as HTMLLIElement).dataset.key ?? "");
		line.remove();
	}
}
