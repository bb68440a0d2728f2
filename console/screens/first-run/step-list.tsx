import { Link } from "@tanstack/react-router";
import { useOwnTexts } from "../../app/texts.tsx";
import { Icon } from "../../ui/icon.tsx";
import { STEPS, type Step } from "./progress.ts";
import { texts } from "./texts.ts";

/** The steps, what is done of them, and where one is. Without an organization there is only the first. */
export function StepList({
	current,
	orgId,
	isDone,
}: {
	current?: Step | "organization";
	orgId?: string;
	isDone?: Readonly<Record<Step, boolean>> | undefined;
}) {
	const own = useOwnTexts(texts);
	const all = ["organization", ...STEPS] as const;
	return (
		<ol className="steps">
			{all.map((step, at) => {
				const done = orgId !== undefined && (step === "organization" || isDone?.[step] === true);
				const words = (
					<>
						<span className="step-mark" aria-hidden="true">
							{done ? <Icon name="check" /> : at + 1}
						</span>
						{own.steps[step]}
						{done && <span className="visually-hidden">({own.done})</span>}
					</>
				);
				return (
					<li key={step} data-done={done} aria-current={step === current ? "step" : undefined}>
						{orgId === undefined || step === "organization" ? (
							<span>{words}</span>
						) : (
							<Link to="/o/$orgId/welcome" params={{ orgId }} search={{ step }}>
								{words}
							</Link>
						)}
					</li>
				);
			})}
		</ol>
	);
}
