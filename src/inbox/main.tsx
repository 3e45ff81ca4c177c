import { render } from "preact";
import { followLinks } from "./browser/router.ts";
import { onOtherSignIn } from "./server/page-secret.ts";
import { App } from "./shell/app.tsx";
import "./styles/main.css";
import "./styles/request.css";

followLinks();
onOtherSignIn(() => location.reload());
const root = document.getElementById("app");
if (root !== null) render(<App />, root);
