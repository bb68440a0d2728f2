import { FieldErrors } from "#kernel/field-errors";
import type { EventTypes } from "#modules/outbound/event-feed";

/**
 * Parses the types of events of a webhook; null: all.
 * @param known the types there are
 * @throws `validation_failed` naming `/eventTypes/…`: no event has the type, or one that begins like it
 */
export function parseEventTypes(types: readonly string[] | null, known: EventTypes): readonly string[] | null {
	if (types === null) return null;
	const errors = new FieldErrors();
	for (const [index, type] of types.entries())
		if (!known.isKnown(type))
			errors.add(`/eventTypes/${index}`, "unknown", "must be a type of event, or the beginning of one and `.*`");
	errors.throwIfAny();
	return [...types];
}

/** Whether an event of a type is among these types; null: all are. */
export const matches = (types: readonly string[] | null, type: string): boolean =>
	types === null || types.some((each) => each === type || (each.endsWith(".*") && type.startsWith(each.slice(0, -1))));
