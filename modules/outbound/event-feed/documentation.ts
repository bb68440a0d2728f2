import { Type } from "@sinclair/typebox";
import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { type Event, eventFields } from "./schemas.ts";

const tag: Tag = { name: "Events", description: "Events of an organization, in order and without gaps." };

const example: Event = {
	id: "evt_01jd0z7v9gf2nbrexx3vqjhp41",
	type: "workspace.created",
	apiVersion: "2026-11-01",
	timestamp: "2030-01-01T09:30:00.000Z",
	orgId: "org_01jd0z7v9gf2nbrexx3vqjhp41",
	sequence: 42,
	requestId: "01940d5a-5c4e-7000-8000-000000000001",
	actor: { type: "user", id: "usr_01jd0z7v9gf2nbrexx3vqjhp41" },
	data: { object: { id: "wsp_01jd0z7v9gf2nbrexx3vqjhp41", name: "Physics 101" } },
};

const STREAM = `retry: 2000
id: 41

id: 42
data: {"id":"evt_01jd0z7v9gf2nbrexx3vqjhp41","type":"workspace.created","sequence":42,…}

`;

const page = pageResponse("A page of events", eventFields.schema, "Events retrieved", example);

/** Documentation of the operations on the event feed. */
export const documentation = {
	list: operation({
		id: "listEvents",
		summary: "List the events of an organization",
		description:
			"Lists events in the order of `sequence`, which has no gaps: a client that continues after its last event " +
			"misses none. Follow `page.nextCursor` to the end, then poll with `afterSequence`. A page may have fewer " +
			"events than `limit` although there are more, if few have the requested types. Events are kept for " +
			"`EVENTS_DAYS` days: a position before the oldest kept event gets 410 `gone`; `error.meta.firstSequence` " +
			"is the position from which to resume. Events whose content has expired under the retention policy " +
			"contain ids only.\n\nWith `Accept: text/event-stream`, returns the same as an event stream that " +
			"continues with new events. The ids are sequences: a client that reconnects with `Last-Event-ID` misses " +
			"nothing and gets nothing twice. At least every 15 seconds, the position reached is sent as an id without an " +
			"event. The stream ends when the caller loses access, after a message of the type `end` with the `code` " +
			"of the error.",
		tag,
		responses: {
			200: {
				...page,
				alternatives: { "text/event-stream": { schema: Type.String({ examples: [STREAM] }) } },
			},
		},
		errors: ["gone", "rate_limited"],
	}),
};
