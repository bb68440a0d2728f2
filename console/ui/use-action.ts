import { useState } from "react";
import type { ProblemError } from "#client";
import { problemOf } from "../api/problem.ts";
import { useTexts } from "../app/texts.tsx";

/** What a button does outside a form: whether it is being done, and what the API said when it refused. */
export function useAction() {
	const { t } = useTexts();
	const [busy, setBusy] = useState(false);
	const [problem, setProblem] = useState<ProblemError | null>(null);
	async function run(action: () => Promise<unknown>): Promise<void> {
		setBusy(true);
		setProblem(null);
		try {
			await action();
		} catch (error) {
			setProblem(problemOf(error, t.problem.offline));
		} finally {
			setBusy(false);
		}
	}
	return { busy, problem, run };
}
