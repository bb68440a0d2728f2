import type { LiveMessage } from "#client";
import type { Options } from "./options.ts";

/** Lines that a page keeps. */
const MAX_LINES = 2_000;
/** How close to its end a list is followed, in px. */
const NEAR_PX = 80;

type Said = Extract<LiveMessage, { type: "final" | "partial" }>;

/** A line as it is to be. */
interface Line {
	readonly text: string;
	/** BCP 47; `und` when unknown. */
	readonly language: string;
	/** Who speaks; empty when unknown. */
	readonly name: string;
	readonly kind: "partial" | "final" | "translation";
	/** Language of a translation; null for what was said. */
	readonly translation: string | null;
}

/** What was said, as it is shown: lines that are rewritten until they are final, or in still mode lines that never are. */
export class Lines {
	readonly #list: HTMLElement;
	readonly #most: number;
	/** The line of each segment, and of each of its translations. */
	readonly #lines = new Map<string, HTMLParagraphElement>();
	#options: Options;
	/** Whether somebody reads the newest lines. Who reads further up stays there. */
	#isAtEnd = true;

	/** @param most lines at a time; null: as many as a page keeps */
	constructor(list: HTMLElement, options: Options, most: number | null) {
		this.#list = list;
		this.#options = options;
		this.#most = most ?? MAX_LINES;
		this.choose(options);
		list.addEventListener("scroll", () => {
			this.#isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX;
		});
		new ResizeObserver(() => this.#follow()).observe(list);
	}

	/** Shows the lines in another way. What is there stays. */
	choose(options: Options): void {
		this.#options = options;
		if (options.still) for (const line of this.#list.querySelectorAll(".partial")) this.#drop(line);
		for (const line of this.#list.querySelectorAll<HTMLParagraphElement>("p")) line.hidden = !this.#isShown(line);
		this.#trim();
		this.#follow();
	}

	/** Takes what was said, or is just being said. */
	say({ type, segment }: Said): void {
		const { id, text, language, speaker } = segment;
		if (this.#options.still && (type === "partial" || this.#lines.has(id))) return;
		this.#write(id, { text, language, name: speaker?.label ?? "", kind: type, translation: null }, null);
	}

	/** Takes a translation of what was said; of a line that was given up, none is shown: it would come after what was said later. */
	translate({ segmentId, language, text }: Extract<LiveMessage, { type: "translation" }>): void {
		const key = `${segmentId} ${language}`;
		const said = this.#lines.get(segmentId);
		if (!said || (this.#options.still && this.#lines.has(key))) return;
		// In still mode nothing comes between lines that were read already.
		const above = this.#options.still ? null : said;
		this.#write(key, { text, language, name: "", kind: "translation", translation: language }, above);
	}

	/** Writes a line that is there, or a new one: below another, or at the end. It is read out once, as a whole. */
	#write(key: string, { text, language, name, kind, translation }: Line, above: HTMLParagraphElement | null): void {
		const known = this.#lines.get(key);
		const line = known ?? document.createElement("p");
		line.className = kind;
		line.lang = language === "und" ? "" : language;
		const label = document.createElement("b");
		label.textContent = name;
		line.replaceChildren(...(name === "" ? [text] : [label, " ", text]));
		if (!known) {
			this.#lines.set(key, line);
			line.dataset.key = key;
			if (translation !== null) line.dataset.translation = translation;
			line.hidden = !this.#isShown(line);
			if (above === null) this.#list.append(line);
			else above.after(line);
			this.#trim();
		}
		this.#follow();
	}

	#isShown({ dataset: { translation } }: HTMLParagraphElement): boolean {
		return translation === undefined ? this.#options.original : translation === this.#options.translation;
	}

	#follow(): void {
		if (this.#isAtEnd) this.#list.scrollTop = this.#list.scrollHeight;
	}

	/** Gives the oldest lines up. */
	#trim(): void {
		const lines = [...this.#list.querySelectorAll<HTMLParagraphElement>("p:not([hidden])")];
		const oldest = lines.at(-this.#most);
		if (oldest === undefined) return;
		while (this.#list.firstElementChild !== oldest) this.#drop(this.#list.firstElementChild as Element);
	}

	#drop(line: Element): void {
		this.#lines.delete((line as HTMLParagraphElement).dataset.key ?? "");
		line.remove();
	}
}
