// Opens the side panel. No state: Chrome stops this worker at will.
chrome.action.onClicked.addListener((tab) => {
  // In the same tick as the click, so that the click's grant for this tab is kept.
  chrome.sidePanel.open({ tabId: tab.id });
});
