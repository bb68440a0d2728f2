import { DAY_MS } from "#kernel/clock";

/** How long before the first and after the last time a zone is described, in ms. */
const MARGIN_MS = 366 * DAY_MS;

/**
 * Returns the `VTIMEZONE` of a zone (RFC 5545, section 3.6.5), which describes each change of its clocks from a year before a period to
 * a year after it: programs that know the zone use their own rules, for which nothing has to be known of later years.
 * @param timezone IANA name
 */
export function timezoneBlock(timezone: string, period: { readonly fromMs: number; readonly toMs: number }): string {
	const at = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone);
	const endMs = period.toMs + MARGIN_MS;
	const start = at(period.fromMs - MARGIN_MS);
	const changes = [{ local: start.toPlainDateTime(), from: start.offset, to: start.offset }];
	for (let next = transitionAfter(start); next && next.epochMilliseconds < endMs; next = transitionAfter(next)) {
		const before = next.subtract({ milliseconds: 1 });
		// What the clocks show when they are changed, before that.
		const local = before.toPlainDateTime().add({ milliseconds: 1 });
		changes.push({ local, from: before.offset, to: next.offset });
	}
	const standard = changes.map(({ to }) => seconds(to)).reduce((least, each) => Math.min(least, each));
	const blocks = changes.flatMap(({ local, from, to }) => {
		const kind = seconds(to) > standard ? "DAYLIGHT" : "STANDARD";
		return [
			`BEGIN:${kind}`,
			`DTSTART:${compactTime(local)}`,
			`TZOFFSETFROM:${from.replaceAll(":", "")}`,
			`TZOFFSETTO:${to.replaceAll(":", "")}`,
			`END:${kind}`,
		];
	});
	return `${["BEGIN:VTIMEZONE", `TZID:${timezone}`, ...blocks, "END:VTIMEZONE"].join("\r\n")}\r\n`;
}

const transitionAfter = (time: Temporal.ZonedDateTime) => time.getTimeZoneTransition("next");

/** Returns a local time as RFC 5545 writes it: `20300901T080000`. */
export const compactTime = (local: Temporal.PlainDateTime): string =>
	local.toString({ smallestUnit: "second" }).replace(/[-:]/g, "");

/** Returns the seconds of an offset, `+05:30`. */
function seconds(offset: string): number {
	const [hours = 0, minutes = 0, rest = 0] = offset.slice(1).split(":").map(Number);
	return (offset.startsWith("-") ? -1 : 1) * (hours * 3_600 + minutes * 60 + rest);
}
