import { Type } from "@sinclair/typebox";
import { operation, type Tag } from "#http/operation";
import { okResponse } from "#http/resource";
import { Changes } from "./schemas.ts";

const tag: Tag = { name: "Changes", description: "What has changed of what a user may see." };

const example: Changes = {
	position: 42,
	changes: [
		{
			resource: "job",
			id: "job_01jd0z7v9gf2nbrexx3vqjhp41",
			meetingId: "mtg_01jd0z7v9gf2nbrexx3vqjhp41",
			progress: 0.4,
		},
		{ resource: "notification", id: null, meetingId: null, progress: null },
	],
};

const STREAM = `retry: 2000
id: 41

id: 42
data: ${JSON.stringify(example)}

`;

/** Documentation of the operation on changes. */
export const documentation = {
	list: operation({
		id: "listChanges",
		summary: "List what has changed",
		description:
			"For user interfaces: names resources of the organization of the token that have changed, without their content. " +
			"They are those of meetings you may currently enter, your notifications and, by scope, exports, erasures " +
			"and retention runs. Read what you show again.\n\nWith `Accept: text/event-stream`, returns an event " +
			"stream that continues with new changes, the progress of jobs among them. Its ids are positions: a client that " +
			"reconnects with `Last-Event-ID` misses no change, but may get one twice. At least every 15 seconds, " +
			"the position is sent as an id without data. The stream ends when you lose access, after a message of the " +
			"type `end` with the `code` of the error. One stream for all tabs of a browser is enough.",
		tag,
		responses: {
			200: {
				...okResponse("What has changed", Changes, "Changes retrieved", example),
				alternatives: { "text/event-stream": { schema: Type.String({ examples: [STREAM] }) } },
			},
		},
		errors: ["forbidden", "rate_limited", "unavailable"],
	}),
};
