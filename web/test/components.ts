/** Set-up of every component test: the styles, and a browser that stored nothing: files share its storage. */
import '../src/ui/base.css';

localStorage.clear();
sessionStorage.clear();
