import { useEffect, useRef, useSyncExternalStore } from "react";
import { isServerLost, onReach } from "../api/reach.ts";
import { Icon } from "../ui/icon.tsx";
import { useTexts } from "./texts.tsx";

/** Says that the server does not answer until it does. It is above dialogs too, in which something may be half written. */
export function LostServer() {
	const { t } = useTexts();
	const isLost = useSyncExternalStore(onReach, isServerLost);
	const place = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (isLost) place.current?.showPopover();
		else place.current?.hidePopover();
	}, [isLost]);
	return (
		<div ref={place} popover="manual" className="lost-server" role="status">
			{isLost && (
				<>
					<Icon name="alert" />
					{t.problem.lost}
				</>
			)}
		</div>
	);
}
