import { operation, type Tag } from "#http/operation";
import { okResponse } from "#http/resource";
import { type UsageRecords, usageFields } from "./schemas.ts";

const tag: Tag = { name: "Usage", description: "Usage of an organization, by seven meters." };

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
		summary: "Get the usage of an organization",
		description:
			"Usage is counted when it occurs: minutes of meetings when they end; of transcription and translation " +
			"when the result is stored, each once, regardless of retries; storage with each file that is stored or " +
			"deleted; seats with each member who joins or leaves. Requests count when they are answered, except with " +
			"429 or an error of the service, and appear here within half a minute, by quarters of an hour. Usage that " +
			"is recorded late is attributed to the time at which it occurred.",
		tag,
		responses: { 200: okResponse("The usage", usageFields.schema, "Usage retrieved", example) },
	}),
};
