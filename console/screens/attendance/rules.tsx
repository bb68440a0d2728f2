import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import type { Row } from "./status.ts";
import { texts } from "./texts.ts";

/** By what statuses are measured. */
type Thresholds = NonNullable<Row["thresholds"]>;

/** Returns the words for thresholds: what each status means, and why a person who was there is absent. */
export function useRules() {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const shareOf = ({ presentPercent }: Thresholds) => format.percent(presentPercent / 100);
	return {
		rule(of: Thresholds): string {
			const share = of.presentPercent === 0 ? own.anyTime : own.atLeast(shareOf(of));
			return own.rule(share, format.number(of.lateAfterMinutes), format.number(of.leftEarlyMinutes));
		},

		/** Returns why a person who was there is absent; undefined: they are not, or these are not known. */
		tooShort: (measured: Row["measured"], of: Thresholds | undefined): string | undefined =>
			measured === "absent" && of !== undefined ? own.tooShort(shareOf(of)) : undefined,
	};
}
