/// The fields that the models read, and no others. Requests select these fields by default.
extension YouTubeFields {
    /// The fields of a ``/SeekModels/YouTubeSearchPage``.
    public static let searchModel: YouTubeFields = """
        nextPageToken,prevPageToken,regionCode,pageInfo/totalResults,items(id(videoId,channelId,playlistId),\
        snippet(channelId,title,description,thumbnails,channelTitle,publishedAt,liveBroadcastContent))
        """

    /// The fields of ``/SeekModels/YouTubeVideo``, in all parts.
    public static let videoModel: YouTubeFields = """
        nextPageToken,pageInfo/totalResults,items(id,snippet(title,description,channelId,channelTitle,publishedAt,\
        thumbnails,tags,categoryId,liveBroadcastContent),contentDetails(duration,definition,caption),\
        statistics(viewCount,likeCount,commentCount),status(privacyStatus,embeddable,license),\
        liveStreamingDetails(scheduledStartTime,actualStartTime,actualEndTime,concurrentViewers))
        """

    /// The fields of ``/SeekModels/YouTubeVideo`` in the part `statistics`.
    static let statisticsModel: YouTubeFields = "items(id,statistics(viewCount,likeCount,commentCount))"

    /// The fields of ``/SeekModels/YouTubeChannel``.
    static let channelModel: YouTubeFields = """
        nextPageToken,pageInfo/totalResults,items(id,snippet(title,description,customUrl,publishedAt,thumbnails,\
        country),statistics(subscriberCount,hiddenSubscriberCount,videoCount,viewCount),\
        contentDetails/relatedPlaylists/uploads)
        """

    /// The fields of ``/SeekModels/YouTubePlaylist``.
    static let playlistModel: YouTubeFields = """
        nextPageToken,pageInfo/totalResults,items(id,snippet(title,description,channelId,channelTitle,publishedAt,\
        thumbnails),contentDetails/itemCount)
        """

    /// The fields of ``/SeekModels/YouTubePlaylistItem``.
    static let playlistItemModel: YouTubeFields = """
        nextPageToken,pageInfo/totalResults,items(id,snippet(title,description,playlistId,position,publishedAt,\
        thumbnails,resourceId/videoId,videoOwnerChannelId,videoOwnerChannelTitle))
        """

    /// The fields of ``/SeekModels/YouTubeVideoCategory``.
    static let videoCategoryModel: YouTubeFields =
        "nextPageToken,pageInfo/totalResults,items(id,snippet(title,assignable))"
}
