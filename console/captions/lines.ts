import type { LiveMessage } from "#client";

/** Lines that a page keeps. */
const MAX_LINES = 2_000;
/** How close to its end a list is followed, in px. */
const NEAR_PX = 80;

type Said = Extract<LiveMessage, { type: "final" | "partial" }>;

/** How lines are shown. */
export interface LineOptions {
	/** Language of the translation, BCP 47; null: none is shown. */
	readonly translation: string | null;
	/** Whether what was said is shown as it was said. */
	readonly original: boolean;
	/** One line of each final, which is never rewritten. */
	readonly still: boolean;
}

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
	readonly #correction: string | null;
	#options: LineOptions;
	/** Whether somebody reads the newest lines. Who reads further up stays there. */
	#isAtEnd = true;

	/**
	 * @param most lines at a time; null: as many as a page keeps
	 * @param correction word before a line that corrects an earlier one in still mode; null: corrections are not shown there
	 */
	constructor(list: HTMLElement, options: LineOptions, most: number | null, correction: string | null = null) {
		this.#list = list;
		this.#correction = correction;
		this.#options = options;
		this.#most = most ?? MAX_LINES;
		this.choose(options);
		let beforeTop = 0;
		list.addEventListener("scroll", () => {
			const isNear = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX;
			// A list that has shrunk is further from its end, although its reader has not moved up.
			this.#isAtEnd = isNear || (this.#isAtEnd && list.scrollTop >= beforeTop);
			beforeTop = list.scrollTop;
		});
		new ResizeObserver(() => this.#follow()).observe(list);
	}

	/** Shows the lines in another way. What is there stays. */
	choose(options: LineOptions): void {
		this.#options = options;
		if (options.still) for (const line of this.#list.querySelectorAll(".partial")) this.#drop(line);
		for (const line of this.#list.querySelectorAll<HTMLParagraphElement>("p")) line.hidden = !this.#isShown(line);
		this.#trim();
		this.#follow();
	}

	/** Takes what was said, or is just being said. */
	say({ type, segment }: Said): void {
		const { id, text, language, speaker } = segment;
		const line = { text, language, name: speaker?.label ?? "", kind: type, translation: null };
		if (!this.#options.still) this.#write(id, line, null);
		else if (type === "final" && !this.#lines.has(id)) this.#write(id, line, null);
		else if (type === "final" && this.#correction !== null && this.#hasChanged(id, text))
			this.#write(`${id} ${segment.revision}`, { ...line, text: `${this.#correction} ${text}` }, null);
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

	#hasChanged(id: string, text: string): boolean {
		const isThere = [...this.#lines].some(
			([key, { textContent }]) => key.split(" ")[0] === id && textContent?.endsWith(text),
		);
		return !isThere;
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
