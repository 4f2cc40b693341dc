"""Plugins: hook specifications, discovery, and calling them with checked results."""

from __future__ import annotations

from wargrid.plugins.base import (
    Plugin,
    PluginError,
    code_line,
    exception_message,
    function_line,
    short_repr,
)
from wargrid.plugins.discovery import installed, plugin_class, third_party
from wargrid.plugins.host import (
    AT_LOAD,
    HOOKS,
    Plugins,
    Wrapper,
    hook_error,
    implemented_hooks,
    redirected_output,
)
from wargrid.plugins.local_code import (
    UNTRUSTED,
    code_digest,
    code_file,
    keeping_code,
    local_plugin,
    names_file,
    untrusted_files,
)
from wargrid.plugins.trust import is_trusted, trust, trust_folder, trusting
from wargrid.plugins.words import checked_class, kinds_of, offered

__all__ = [
    "AT_LOAD", "HOOKS", "UNTRUSTED", "Plugin", "PluginError", "Plugins", "Wrapper", "checked_class",
    "code_digest", "code_file", "code_line", "exception_message", "function_line", "hook_error",
    "implemented_hooks", "installed", "is_trusted", "keeping_code", "kinds_of", "local_plugin",
    "names_file", "offered", "plugin_class", "redirected_output", "short_repr", "third_party",
    "trust", "trust_folder", "trusting", "untrusted_files",
]  # fmt: skip
