import type { Change } from "./service.ts";

/**
 * Something that happens in the module that declares it, and to which modules above react. Not a fact: it is neither
 * stored nor shown to anybody outside the program.
 */
export interface Moment<What, Within = Change> {
	/** Noun and what happened to it: `meeting.ended`. */
	readonly name: string;
	/** Never set: it makes the types of reactions those of the moment. */
	readonly reaction?: React<What, Within>;
}

/** What a module does at a moment. @param within the change in which it happens, or what the moment names in its place */
export type React<What, Within = Change> = (within: Within, what: What) => unknown;

/** What a module does at which moment; made by {@link at}. */
export interface Reaction {
	readonly moment: string;
	readonly react: React<never, never>;
}

/** Declares a moment. @param name must be unique in the program */
export const defineMoment = <What, Within = Change>(name: string): Moment<What, Within> => ({ name });

/**
 * Declares a reaction, for the contribution of a module. What it throws ends the change in which the moment is, and so does
 * a rejected promise.
 */
export const at = <What, Within>({ name }: Moment<What, Within>, react: React<What, Within>): Reaction => ({
	moment: name,
	react: react as Reaction["react"],
});

/** What the modules do at each moment. */
export interface Moments {
	/** Returns the reactions to a moment, in the order in which the modules are created. */
	of<What, Within>(moment: Moment<What, Within>): readonly React<What, Within>[];
	/** Runs the reactions to a moment, one after the other. Within a change, use `change.reach`. */
	reach<What, Within>(within: Within, moment: Moment<What, Within>, what: What): Promise<void>;
}

/** Creates the moments. @param reactions returns those of all modules, in order; called once, at the first moment */
export function createMoments(reactions: () => readonly Reaction[]): Moments {
	let known: Map<string, Reaction["react"][]> | undefined;

	function collect() {
		const byMoment = new Map<string, Reaction["react"][]>();
		for (const { moment, react } of reactions()) byMoment.set(moment, [...(byMoment.get(moment) ?? []), react]);
		return byMoment;
	}

	const of: Moments["of"] = ({ name }) => {
		known ??= collect();
		// Made by `at` for this moment, whose name no other has.
		return (known.get(name) ?? []) as never;
	};
	return {
		of,
		async reach(within, moment, what) {
			for (const react of of(moment)) await react(within, what);
		},
	};
}
