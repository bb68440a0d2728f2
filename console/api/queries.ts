import { infiniteQueryOptions, QueryCache, QueryClient, queryOptions } from "@tanstack/react-query";
import { ProblemError, type paths, unwrap } from "#client";
import { api } from "./client.ts";
import { isServerLost, onReach } from "./reach.ts";

/** Addresses that can be read. */
export type ReadPath = {
	[P in keyof paths]: paths[P] extends { get: { responses: { 200: { content: { "application/json": unknown } } } } }
		? P
		: never;
}[keyof paths];
type Operation<P extends ReadPath> = paths[P] extends { get: infer O } ? O : never;
type Envelope<P extends ReadPath> =
	Operation<P> extends { responses: { 200: { content: { "application/json": infer B } } } } ? B : never;
/** What an address answers: the member `data` of the envelope. */
export type Answer<P extends ReadPath> = Envelope<P> extends { data: infer D } ? D : Envelope<P>;
type Parameters<P extends ReadPath> =
	Operation<P> extends { parameters: infer I } ? Pick<I, keyof I & ("path" | "query")> : never;
/** One of the items that a list answers. */
export type Item<P extends ReadPath> = Answer<P> extends readonly (infer I)[] ? I : never;

/** Only what may pass by itself is asked again; not what the client has repeated, which is read again once the server is back. */
export const isWorthAnother = (count: number, error: Error): boolean =>
	count < 1 && error instanceof ProblemError && error.status >= 500 && !error.isRetryable;

/** What could not be read because the organization is suspended, by the hash of its key. */
const suspended = new Set<string>();

/** What the console has read of the API. */
export const queries = new QueryClient({
	queryCache: new QueryCache({
		// The shell says whether the organization is suspended, by the profile.
		onError(error, { queryHash }) {
			if (!ProblemError.is(error, "organization_suspended")) return;
			suspended.add(queryHash);
			void outdate("/auth/profile");
		},
		onSuccess(_data, { queryHash }) {
			if (suspended.delete(queryHash)) void outdate("/auth/profile");
		},
	}),
	defaultOptions: {
		queries: { staleTime: 15_000, retry: isWorthAnother, refetchOnWindowFocus: true },
		mutations: { retry: false },
	},
});

type Ask = (path: string, init: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
/** Without its overloads, which cannot be resolved for an address that is not known yet. */
const ask = api.GET as unknown as Ask;

/** Reads one thing. */
export const read = <P extends ReadPath>(path: P, parameters: Parameters<P>) =>
	queryOptions({
		queryKey: [path, parameters] as const,
		queryFn: async ({ signal }) => {
			const body = (await unwrap(ask(path, { params: parameters, signal }))) as { data: Answer<P> };
			return body.data;
		},
	});

/**
 * Reads one thing with its version, for `If-Match`. Coming back to the window does not read it again, or a form would lose
 * what was typed: that others have changed it is found when it is saved (412).
 */
export const readVersioned = <P extends ReadPath>(path: P, parameters: Parameters<P>) =>
	queryOptions({
		queryKey: [path, "versioned", parameters] as const,
		refetchOnWindowFocus: false,
		queryFn: async ({ signal }) => {
			const answer = await ask(path, { params: parameters, signal });
			const body = (await unwrap(Promise.resolve(answer))) as { data: Answer<P> };
			return { data: body.data, version: answer.response.headers.get("etag") ?? "*" };
		},
	});

/** Reads a list page by page. */
export const readPages = <P extends ReadPath>(path: P, parameters: Parameters<P>) =>
	infiniteQueryOptions({
		queryKey: [path, "pages", parameters] as const,
		initialPageParam: undefined as string | undefined,
		queryFn: async ({ signal, pageParam: cursor }) => {
			const { query } = parameters as { query?: object };
			const params = { ...parameters, query: { ...query, ...(cursor !== undefined && { cursor }) } };
			return (await unwrap(ask(path, { params, signal }))) as {
				data: readonly Item<P>[];
				page: { nextCursor: string | null };
			};
		},
		getNextPageParam: ({ page }) => page.nextCursor ?? undefined,
	});

/** After a change: what was read of these addresses is read again. */
export const outdate = (...changed: ReadPath[]): Promise<unknown> =>
	Promise.all(changed.map((path) => queries.invalidateQueries({ queryKey: [path] })));

/** Whether what was read is what a form began with, which reading again might take away. */
const isInForm = ({ queryKey, state }: { queryKey: readonly unknown[]; state: { data: unknown } }): boolean =>
	queryKey[1] === "versioned" && state.data !== undefined;

// What is shown catches up once the server answers again.
onReach(() => {
	if (isServerLost()) return;
	void queries.invalidateQueries({
		predicate: (query) => !isInForm(query),
		refetchType: document.hidden ? "none" : "active",
	});
});
