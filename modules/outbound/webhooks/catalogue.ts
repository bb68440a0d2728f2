import type { TSchema } from "@sinclair/typebox";
import { Event } from "#modules/outbound/event-feed";
import type { Fact } from "#platform/unit-of-work";
import type { EventTypeCatalogue } from "./schemas.ts";

type JsonSchema = Readonly<Record<string, unknown>>;

/** Returns a schema as validators understand it, without what only this program does. */
const plain = (schema: object): JsonSchema => {
	const { $id: _id, ...rest } = JSON.parse(JSON.stringify(schema)) as Record<string, unknown>;
	return rest;
};

/** Returns the JSON Schema of the body of a full delivery of an event. */
function schemaOf(type: string, payload: TSchema): JsonSchema {
	const { properties } = Event;
	const { data } = properties;
	const delivered = { ...plain(data), properties: { ...data.properties, object: plain(payload) } };
	return plain({ ...Event, properties: { ...properties, type: { const: type }, data: delivered } });
}

/** Returns the types of events of facts, in alphabetical order. */
export function catalogueOf(facts: Iterable<Fact>, apiVersion: string): EventTypeCatalogue {
	const types = new Map(
		[...facts].flatMap(({ event, payload }) => (event && payload ? [[event, payload] as const] : [])),
	);
	return {
		apiVersion,
		eventTypes: [...types]
			.map(([type, payload]) => ({ type, schema: schemaOf(type, payload) }))
			.sort((a, b) => (a.type < b.type ? -1 : 1)),
	};
}
