import { Badge } from "../ui/badge.tsx";
import { useTexts } from "./texts.tsx";

/** Says of what belongs to the organization that its maker has left, or could no longer make it. */
export function MakerBadge({ state }: { state: "active" | "demoted" | "removed" }) {
	const { t } = useTexts();
	return state !== "active" && <Badge tone="warning">{t.makers.states[state]}</Badge>;
}
