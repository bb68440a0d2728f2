import type { Client } from "./client.ts";
import { type Following, follow } from "./following.ts";
import type { components as facts } from "./generated/events.ts";
import type { components } from "./generated/operations.ts";

/** Resources of events, by the type of the event. */
export type EventObjects = facts["schemas"];

/** A type of event. New ones may appear: ignore those you do not know. */
export type EventType = keyof EventObjects;

type AnyEvent = components["schemas"]["Event"];

/**
 * An event of an organization; its `type` says what its `object` is. Members may be missing: once the content has expired,
 * or where the compliance mode says so, there are only ids.
 */
export type ParleyEvent<Type extends EventType = EventType> = Type extends EventType
	? Omit<AnyEvent, "type" | "data"> & {
			readonly type: Type;
			readonly data: Omit<AnyEvent["data"], "object"> & { readonly object: Partial<EventObjects[Type]> };
		}
	: never;

/** A choice of types: one, or all that begin alike, such as `meeting.*`. */
export type EventPattern = EventType | `${string}.*`;

type TypesOf<Pattern extends EventPattern> = Pattern extends `${infer Prefix}.*`
	? Extract<EventType, `${Prefix}.${string}`>
	: Extract<Pattern, EventType>;

/** Options of {@link followEvents}. */
export interface FollowOptions<Pattern extends EventPattern> extends Following {
	readonly orgId: string;
	/** Which events; default: all. */
	readonly types?: readonly Pattern[];
	/** Called with each position: everything up to it was yielded, or has other types. */
	readonly onPosition?: (sequence: number) => void;
}

/**
 * Follows the events of an organization, in the order of `sequence`, without end. It connects again when the connection is
 * lost; each event is yielded once. Store `sequence` with what you do about an event, and pass it as `after` next time.
 *
 * @example
 * for await (const event of followEvents(api, { orgId, after, types: ["meeting.*"] })) {
 *   if (event.type === "meeting.ended") await archive(event.data.object.id);
 *   after = event.sequence;
 * }
 * @throws ProblemError `gone` if the position is no longer kept: `meta.firstSequence` is the first that is; others if the caller may not read the events
 */
export async function* followEvents<Pattern extends EventPattern = EventType>(
	api: Client,
	options: FollowOptions<Pattern>,
): AsyncGenerator<ParleyEvent<TypesOf<Pattern>>, void, undefined> {
	const { orgId, types, onPosition } = options;
	const url = new URL(`${api.connection.baseUrl}/orgs/${encodeURIComponent(orgId)}/events`);
	if (types) url.searchParams.set("types", types.join(","));
	for await (const { position, data } of follow(api, url, options)) {
		if (data !== null) yield JSON.parse(data);
		onPosition?.(position);
	}
}
