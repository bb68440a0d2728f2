import { createChatCompletions } from "#adapters/chat-completions";
import { render } from "#kernel/texts";
import type { Config } from "../../config.ts";
import type { Finding } from "./finding.ts";

const CHECK = "summaries";

/** Checks which engines would make summaries, without asking one. */
export function checkSummaries({ providers: { summary, llm } }: Config): readonly Finding[] {
	const model = createChatCompletions(llm);
	if (summary === "extractive" || ("unavailable" in model && summary === "auto" && llm.url === undefined))
		return [{ check: CHECK, verdict: "ok", detail: "basic summaries, from sentences of the transcript" }];
	if ("unavailable" in model) {
		const { detail, variable } = model.unavailable;
		const until = summary === "auto" ? "until then, summaries are basic" : "until then, no summaries are made";
		return [{ check: CHECK, verdict: "warn", detail: render(detail, "en"), mend: `Set ${variable}; ${until}.` }];
	}
	const { info } = model;
	const where = info.runsLocally ? "" : ", texts leave this network";
	const basic = summary === "auto" ? "basic ones, " : "";
	return [{ check: CHECK, verdict: "ok", detail: `${basic}and enhanced ones by ${info.model}${where}` }];
}
