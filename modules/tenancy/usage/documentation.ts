import { operation, type Tag } from "#http/operation";
import { okResponse } from "#http/resource";
import { type UsageRecords, usageFields } from "./schemas.ts";

const tag: Tag = { name: "Usage", description: "What an organization has used, by seven meters." };

const span = { from: "2030-01-01T00:00:00.000Z", to: "2030-02-01T00:00:00.000Z" };
const example: UsageRecords = {
	...span,
	timezone: "Etc/UTC",
	groupBy: "workspace",
	totals: [{ meter: "meeting_minutes", unit: "minutes", quantity: 73, limit: 1000, percent: 7.3 }],
	records: [
		{
			meter: "meeting_minutes",
			unit: "minutes",
			...span,
			workspaceId: "wsp_01jd0z7v9gf2nbrexx3vqjhp41",
			userId: null,
			quantity: 72.5,
		},
	],
};

/** Documentation of the operation on use. */
export const documentation = {
	get: operation({
		id: "getUsage",
		summary: "Get what an organization has used",
		description:
			"Use is counted when it happens: minutes of meetings when they end; of transcription and translation when the result " +
			"is stored, each once, however often the work was tried; storage with each file that is stored or deleted; seats " +
			"with each member who joins or leaves. Requests are those that were answered, unless with 429 or an error of the " +
			"service, and appear here within half a minute, by quarters of an hour. What is recorded late belongs to the time " +
			"at which it happened.",
		tag,
		responses: { 200: okResponse("What was used", usageFields.schema, "Usage retrieved", example) },
	}),
};
