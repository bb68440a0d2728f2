import ICAL from "ical.js";
import type { Caller } from "./client.ts";

/** An event of a calendar, or an occurrence of one that recurs. */
interface Entry {
	readonly uid: string;
	readonly startsAtMs: number;
	readonly endsAtMs: number;
	readonly summary: string;
	readonly url: string | null;
	readonly status: string | null;
}

/** Reads a calendar with another program than the one that wrote it: all events, recurring ones expanded in the zone that the file describes. */
export function readCalendar(file: string): Entry[] {
	const calendar = new ICAL.Component(ICAL.parse(file));
	for (const zone of calendar.getAllSubcomponents("vtimezone")) {
		const timezone = new ICAL.Timezone(zone);
		ICAL.TimezoneService.remove(timezone.tzid);
		ICAL.TimezoneService.register(timezone);
	}
	const events = calendar.getAllSubcomponents("vevent").map((each) => new ICAL.Event(each));
	const found: Entry[] = [];
	const ms = (time: ICAL.Time) => time.toJSDate().getTime();
	const add = (startDate: ICAL.Time, endDate: ICAL.Time, { uid, summary, component }: ICAL.Event) => {
		const [url, status] = ["url", "status"].map((name) => component.getFirstPropertyValue(name));
		const [address, state] = [url ? String(url) : null, status ? String(status) : null];
		found.push({ uid, startsAtMs: ms(startDate), endsAtMs: ms(endDate), summary, url: address, status: state });
	};
	for (const event of events.filter((each) => !each.isRecurrenceException())) {
		if (!event.isRecurring()) {
			add(event.startDate, event.endDate, event);
			continue;
		}
		for (const other of events)
			if (other.uid === event.uid && other.isRecurrenceException()) event.relateException(other);
		const iterator = event.iterator();
		for (let next = iterator.next(); next && found.length < 3_000; next = iterator.next()) {
			const { startDate, endDate, item } = event.getOccurrenceDetails(next);
			add(startDate, endDate, item);
		}
	}
	return found.sort((a, b) => a.startsAtMs - b.startsAtMs);
}

/** Returns the number of events in a calendar that are no exceptions of one that recurs. */
export const eventCount = (file: string): number =>
	(file.match(/BEGIN:VEVENT/g)?.length ?? 0) - (file.match(/\nRECURRENCE-ID/g)?.length ?? 0);

/** Creates the calendar feed of a person and returns what reads it. */
export async function feedOf(
	api: { readonly get: (path: string) => Promise<{ readonly status: number; readonly text: string }> },
	by: Caller,
): Promise<() => Promise<string>> {
	const created = await by.post("/auth/profile/calendar-feed", {});
	const { pathname } = new URL(created.body.data.url);
	return async () => {
		const feed = await api.get(pathname);
		if (feed.status !== 200) throw new Error(`reading failed: ${feed.text}`);
		return feed.text;
	};
}
