// What scrolls can be reached by Tab, so that it can be read without a mouse; what does not scroll is no stop on the way.

/** For `{@attach reachable}` on an element with `tabindex="-1"`. */
export function reachable(node: HTMLElement): () => void {
  const look = () => {
    node.tabIndex = node.scrollHeight > node.clientHeight + 1 ? 0 : -1;
  };
  const sizes = new ResizeObserver(look);
  sizes.observe(node);
  const content = new MutationObserver(look);
  content.observe(node, { childList: true, subtree: true, characterData: true });
  return () => {
    sizes.disconnect();
    content.disconnect();
  };
}
