import type { Bus } from "#kernel/bus";
import { createLruCache } from "#kernel/lru-cache";

/** Languages into which a session is translated at most. */
export const MAX_LANGUAGES = 5;
/** Sessions whose readers' languages are remembered. */
const MAX_SESSIONS = 10_000;
const TOPIC = "live.wants";

interface Wanted {
	readonly session: string;
	/** BCP 47; empty: asks for all wants to be announced again. */
	readonly languages: readonly string[];
}

export type Wants = ReturnType<typeof createWants>;

/** Creates what knows which languages the readers of sessions ask for, on whatever instance they are. */
export function createWants(bus: Bus) {
	/** What was asked for here, and what others have announced. */
	const own = createLruCache<Set<string>>(MAX_SESSIONS);
	const known = createLruCache<Set<string>>(MAX_SESSIONS);

	function add(cache: typeof own, { session, languages }: Wanted): Set<string> {
		const set = cache.get(session) ?? new Set();
		for (const language of languages) if (set.size < MAX_LANGUAGES) set.add(language);
		cache.set(session, set);
		return set;
	}
	const tell = (wanted: Wanted) => bus.publish(TOPIC, JSON.stringify(wanted));

	bus.subscribe(TOPIC, (text) => {
		const wanted = JSON.parse(text) as Wanted;
		if (wanted.languages.length > 0) add(known, wanted);
		else if (own.has(wanted.session))
			tell({ session: wanted.session, languages: [...(own.get(wanted.session) ?? [])] });
	});

	return {
		/** Notes what a reader or a speaker asks for. */
		want(session: string, languages: readonly string[]): void {
			if (languages.length > 0) tell({ session, languages: [...add(own, { session, languages })] });
		},

		/** Asks all instances to tell what their readers want. */
		ask: (session: string): void => tell({ session, languages: [] }),

		/** Returns the languages of a session: those of its meeting first. */
		languagesOf: (session: string, ofMeeting: readonly string[]): readonly string[] =>
			[...new Set([...ofMeeting, ...(known.get(session) ?? [])])].slice(0, MAX_LANGUAGES),

		/** Forgets a session that is over. */
		forget(session: string): void {
			own.delete(session);
			known.delete(session);
		},
	};
}
