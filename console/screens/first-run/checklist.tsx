import { useState } from "react";
import { useMay } from "../../app/may.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/section.tsx";
import { useProgress } from "./progress.ts";
import { StepList } from "./step-list.tsx";
import { texts } from "./texts.ts";

/** The first steps at the home of an organization, for those who can take them: until they are done, or hidden in this browser. */
export function Checklist({ orgId }: { orgId: string }) {
	const may = useMay();
	const kept = `parley.first-steps-hidden.${orgId}`;
	const [isHidden, setIsHidden] = useState(() => localStorage.getItem(kept) !== null);
	const canTake = ["meeting:write", "member:write", "workspace:write"].every(may);
	if (isHidden || !canTake) return null;
	return (
		<Left
			orgId={orgId}
			onHide={() => {
				localStorage.setItem(kept, "1");
				setIsHidden(true);
			}}
		/>
	);
}

function Left({ orgId, onHide }: { orgId: string; onHide: () => void }) {
	const own = useOwnTexts(texts);
	const progress = useProgress(orgId);
	if (progress === null || Object.values(progress.isDone).every(Boolean)) return null;
	return (
		<Section
			title={own.title}
			hint={own.checklistHint}
			actions={
				<Button kind="quiet" icon="close" onClick={onHide}>
					{own.dismiss}
				</Button>
			}
		>
			<StepList orgId={orgId} isDone={progress.isDone} />
		</Section>
	);
}
