import type { FieldChange } from "#kernel/differences";

/** An event as a service announces it; sequence, time, actor and request come from the change it belongs to. */
export interface NewEvent {
	/** Past tense, e.g. `org.member.added`. */
	readonly type: string;
	/** The resource as the API shows it. */
	readonly object: Readonly<Record<string, unknown>>;
	readonly changes: readonly FieldChange[] | undefined;
}
