import { useState } from "react";
import { ProblemError } from "#client";

/** What a button does outside a form: whether it is being done, and what the API said when it refused. */
export function useAction() {
	const [busy, setBusy] = useState(false);
	const [problem, setProblem] = useState<ProblemError | null>(null);
	async function run(action: () => Promise<unknown>): Promise<void> {
		setBusy(true);
		setProblem(null);
		try {
			await action();
		} catch (error) {
			if (!(error instanceof ProblemError)) throw error;
			setProblem(error);
		} finally {
			setBusy(false);
		}
	}
	return { busy, problem, run };
}
