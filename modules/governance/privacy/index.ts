export { createPrivacyModule } from "./module.ts";
