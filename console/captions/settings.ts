import { CHOICES, keepOptions, type Options, overlayQuery } from "./options.ts";
import { language, t } from "./texts.ts";

const form = document.querySelector("form") as HTMLFormElement;
const overlay = document.getElementById("overlay") as HTMLAnchorElement;
const names = new Intl.DisplayNames([language], { type: "language" });

const fieldOf = (name: string) => form.elements.namedItem(name) as HTMLSelectElement;

function fillChoices(
	name: string,
	choices: readonly (readonly [value: string, label: string])[],
	chosen: string,
): void {
	const field = fieldOf(name);
	field.replaceChildren(...choices.map(([value, label]) => new Option(label, value, false, value === chosen)));
}

/** The choice of languages as a value: `original`, `with es`, `only es`. */
const languagesOf = ({ translation, original }: Options): string =>
	translation === null ? "original" : `${original ? "with" : "only"} ${translation}`;

function readForm(): Options {
	const [how = "", translation = null] = fieldOf("languages").value.split(" ");
	return {
		size: fieldOf("size").value as Options["size"],
		contrast: fieldOf("contrast").value as Options["contrast"],
		position: fieldOf("position").value as Options["position"],
		translation,
		original: how !== "only",
		still: (form.elements.namedItem("still") as HTMLInputElement).checked,
	};
}

/** Shows the page as its options say; sizes and colours are in the stylesheet. */
function apply({ size, contrast, position, still }: Options): void {
	Object.assign(document.documentElement.dataset, { size, contrast, position, still: String(still) });
}

/** Offers the languages of a meeting. */
export function offerLanguages(translations: readonly string[], options: Options): void {
	const choices = translations.flatMap((tag) => {
		const name = names.of(tag) ?? tag;
		return [[`with ${tag}`, t.withOriginal(name)] as const, [`only ${tag}`, t.only(name)] as const];
	});
	fillChoices("languages", [["original", t.original], ...choices], languagesOf(options));
}

/** Fills the settings in. @param onChoice called with each choice */
export function openSettings(options: Options, onChoice: (options: Options) => void): void {
	fillChoices(
		"size",
		CHOICES.size.map((size) => [size, `${size} %`] as const),
		options.size,
	);
	fillChoices(
		"contrast",
		CHOICES.contrast.map((each) => [each, t.contrasts[each]] as const),
		options.contrast,
	);
	fillChoices(
		"position",
		CHOICES.position.map((each) => [each, t.positions[each]] as const),
		options.position,
	);
	(form.elements.namedItem("still") as HTMLInputElement).checked = options.still;
	const show = (chosen: Options) => {
		apply(chosen);
		overlay.href = overlayQuery(chosen);
	};
	offerLanguages([], options);
	show(options);
	form.addEventListener("change", () => {
		const chosen = readForm();
		keepOptions(chosen);
		show(chosen);
		onChoice(chosen);
	});
}
