import type { Formats } from "../../i18n/format.ts";

/** What is offered where an engine does not tell its languages. */
const COMMON =
	"ar bg ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv nb nl pl pt ro ru sk sl sv th tr uk vi zh";

/** Options of a select, by name. @param tags none: the usual ones */
export function languageOptions(format: Formats, tags: readonly string[] = []): [tag: string, name: string][] {
	return [...new Set(tags.length > 0 ? tags : COMMON.split(" "))]
		.map((tag): [string, string] => [tag, format.language(tag)])
		.sort(([, one], [, other]) => one.localeCompare(other));
}
