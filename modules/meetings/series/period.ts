import { parseInstant } from "#kernel/instant";
import { malformedParameter } from "#modules/meetings/meetings";

/** Part of a series: the occurrences at `fromMs` or later and before `toMs`, in Unix ms. */
export interface Period {
	readonly fromMs: number;
	readonly toMs: number;
}

/** Parses the parameters `from` and `to`; without them, the period is unlimited. @throws `invalid_request` */
export const parsePeriod = ({ from, to }: { readonly from?: string; readonly to?: string }): Period => ({
	fromMs: from === undefined ? Date.UTC(1970) : parseParameter(from, "/from"),
	toMs: to === undefined ? Date.UTC(9999) : parseParameter(to, "/to"),
});

/** Parses an instant of the query. @throws `invalid_request` */
export function parseParameter(raw: string, path: string): number {
	try {
		return parseInstant(raw, path);
	} catch (error) {
		throw malformedParameter(error as never);
	}
}
