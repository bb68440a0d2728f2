import { Type } from "@sinclair/typebox";
import { OneOf } from "#http/schemas";
import { MAKER_STATES } from "./values.ts";

/** Who is responsible for something that belongs to an organization. */
export const MadeBy = Type.String({
	description:
		"Who made or adopted it, or last rotated its secret. It belongs to the organization and stays when they leave.",
});

/** Whether the maker could still make it. */
export const MakerState = OneOf(
	MAKER_STATES,
	"`demoted`: the maker lacks the rights to create it; `removed`: the maker left. Adopt or delete it.",
);

/** The filter `makerState` of lists. */
export const makerFilter = {
	makerState: Type.Optional(OneOf(MAKER_STATES, "only those with a maker in this state")),
};
