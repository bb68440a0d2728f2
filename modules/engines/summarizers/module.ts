import type { Contribution } from "#platform/module";
import { createSummaryEngines, type SummaryEngines, type SummaryEnginesDeps } from "./engines.ts";

/** Creates the module of the engines that make summaries. It has no operations of its own: summaries have. */
export function createSummarizersModule(deps: SummaryEnginesDeps): Contribution & { readonly engines: SummaryEngines } {
	return { engines: createSummaryEngines(deps) };
}
