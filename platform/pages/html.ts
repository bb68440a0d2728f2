/** A piece of HTML, as opposed to a text that is yet to be escaped. */
export class Html {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

/** What {@link html} inserts: a text, which it escapes, or pieces of HTML. */
export type Inserted = string | Html | readonly Html[];

const ESCAPES: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

/** Returns the HTML of a template literal. What is inserted is escaped unless it is HTML itself. */
export function html(parts: TemplateStringsArray, ...inserted: readonly Inserted[]): Html {
	const toText = (each: Inserted): string => {
		if (typeof each === "string") return escapeText(each);
		return each instanceof Html ? each.text : each.map(({ text }) => text).join("\n");
	};
	return new Html(String.raw({ raw: parts }, ...inserted.map(toText)));
}
