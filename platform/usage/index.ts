export { eraseTenant, recordUsage, type Usage } from "./repository.ts";
